internal import SizeTracking
internal import SystemCalls

/// Why a PATH has no number.
struct SizeFailure: Error {
  var message: String
  var status: ExitStatus

  static func noWatcher(_ path: BytePath) -> SizeFailure {
    SizeFailure(
      message:
        "cannot verify '\(path)': no running watch answers for it; start 'cachewatch watch' there first",
      status: .system)
  }

  init(message: String, status: ExitStatus) {
    self.message = message
    self.status = status
  }

  init(_ error: TrackerError) {
    message = error.message
    status = ExitStatus(error)
  }
}

extension SizeTarget {
  init(reporting path: BytePath) throws(SizeFailure) {
    do throws(Errno) {
      try self.init(path)
    } catch {
      throw SizeFailure(message: "cannot measure '\(path)': \(error)", status: ExitStatus(error))
    }
  }
}

extension Errno {
  /// Whether the system has not enough of something, so that trying again later may help.
  var isShortage: Bool {
    self == .tooManyFiles || self == .tooManyFilesInSystem || self == .noMemory
  }
}

extension ExitStatus {
  /// What a path that cannot be reached means.
  init(_ reason: Errno) {
    switch reason {
    case .noSuchFile, .notDirectory, .symbolicLinkLoop, .nameTooLong: self = .missing
    default: self = .system
    }
  }

  init(_ error: TrackerError) {
    switch error.code {
    case .noSuchDirectory, .notDirectory: self = .missing
    default: self = error.cause.map(ExitStatus.init) ?? .system
    }
  }
}
