internal import SystemCalls

/// `cachewatch doctor`: what this system allows, and whether a watch would work.
struct DoctorCommand {
  private let options: DoctorOptions
  private let paths: [BytePath]

  init(_ line: ParsedLine) throws(UsageError) {
    options = try DoctorOptions(line)
    guard line.operands.isEmpty else {
      paths = line.operands
      return
    }
    guard let cache = CacheDirectory.path else {
      throw UsageError(
        "doctor: no PATH is given, and neither XDG_CACHE_HOME nor HOME says where the cache is",
        command: .doctor)
    }
    paths = [cache]
  }

  func run() -> ExitStatus {
    var outcome = Outcome()
    let use = InotifyUse()
    var found: [PathDiagnosis] = []
    for path in paths {
      do throws(SizeFailure) {
        found.append(try PathDiagnosis(path, options.socket))
      } catch {
        Messages.complain(error.message)
        outcome.add(error.status)
      }
    }
    let diagnosis = Diagnosis(use: use, paths: found)
    let report = options.output.isJSON ? DoctorReport.json : DoctorReport.text
    StandardOutput.shared.write(report(diagnosis, options.output))
    if !diagnosis.problems.isEmpty { outcome.add(.partial) }
    if let minimum = options.minimumFree, found.contains(where: { minimum.isReached(by: $0.space) }) {
      outcome.add(.overLimit)
    }
    outcome.add(StandardOutput.shared.finish())
    return outcome.status
  }
}
