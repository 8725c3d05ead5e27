internal import FileEvents

/// A setting of the system that is too low, and how to raise it.
struct Advice {
  let setting: String
  let value: Int

  /// The command that holds until the next start of the system.
  var command: String { "sysctl \(setting)=\(value)" }
  /// The command that holds for good.
  var permanentCommand: String { "echo '\(setting)=\(value)' > /etc/sysctl.d/60-cachewatch.conf" }

  /// Advice for watches: twice what is needed, and no less than what distributions choose today.
  static func watches(_ limit: InotifyLimits.Limit, needed: Int) -> Advice {
    var value = 524_288
    while value < needed, value < Int.max / 4 { value *= 2 }
    return Advice(setting: limit.setting, value: value)
  }

  static func instances(_ limit: InotifyLimits.Limit, inUse: Int) -> Advice {
    Advice(setting: limit.setting, value: max(512, inUse * 2))
  }
}
