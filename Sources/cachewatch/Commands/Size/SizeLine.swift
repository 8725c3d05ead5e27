internal import SizeTracking
internal import SystemCalls

/// One line of `size`.
struct SizeLine {
  /// What is below a target, and the target: text and JSON show it differently.
  struct Place {
    var target: SizeTarget
    /// Below the target; empty for itself.
    var path: BytePath
  }

  /// Nil for the total.
  var place: Place?
  var usage: DirectoryUsage
  var source: UsageReport.Source

  /// The path as du would print it.
  var shownPath: BytePath {
    guard let place else { return "total" }
    return place.target.given.appending(place.path)
  }

  var absolutePath: BytePath {
    guard let place else { return "total" }
    return place.target.resolved.appending(place.path)
  }
}
