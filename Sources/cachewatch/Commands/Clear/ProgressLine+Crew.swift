internal import CacheClearing

extension ProgressLine {
  /// What is going on: how far the PATHs that were begun have come, those too that are done; before that, what is being
  /// looked at.
  func text(of crew: ClearCrew) -> String? {
    var looks: [String] = []
    var begun: [(target: ClearTarget, files: Int, directories: Int)] = []
    for (target, stage) in zip(crew.targets, crew.stages) {
      switch stage {
      case .planning(let run):
        if let look = run.waitForProgress(within: .zero) { looks.append(text(look, target)) }
      case .clearing(let run):
        if let progress = run.waitForProgress(within: .zero) {
          begun.append((target, progress.files, progress.directories))
        } else {
          let report = run.waitForReport()
          begun.append((target, report.files, report.directories))
        }
      case .done(.cleared(_, let report)): begun.append((target, report.files, report.directories))
      case .waiting, .beginning, .done: break
      }
    }
    guard let first = begun.first else { return looks.first }
    let files = begun.map(\.files).reduce(0, +)
    let directories = begun.map(\.directories).reduce(0, +)
    let place = begun.count == 1 ? "'\(first.target.given)'" : "\(begun.count) PATHs"
    return "\(files) files, \(directories) directories of \(place) deleted"
  }
}
