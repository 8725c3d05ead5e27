internal import SystemCalls

/// What of a tree counts, and how much of it is shown.
struct TreeOptions {
  var filters = TreeFilters()
  /// Levels below a path; nil is all. The outer nil: not given.
  var depth: Int??

  /// Takes an option that is among these; false where it is not.
  mutating func take(_ option: ParsedLine.Occurrence) throws(UsageError) -> Bool {
    switch option.key {
    case .oneFileSystem: filters.staysOnFileSystem = true
    case .exclude: filters.exclusions.append(try option.argument.glob())
    case .maximumDepth: depth = .some(try Self.depth(option.argument))
    default: return false
    }
    return true
  }

  private static func depth(_ argument: OptionArgument) throws(UsageError) -> Int? {
    if argument.bytes == Array("all".utf8) { return nil }
    guard let levels = Int(digits: argument.bytes) else {
      throw argument.wrong("it needs a number of levels, or all")
    }
    return levels
  }
}

/// What a tree leaves out.
struct TreeFilters: Equatable {
  var staysOnFileSystem = false
  /// Patterns of what does not count, whatever their order.
  var exclusions: [String] = []

  static func == (left: TreeFilters, right: TreeFilters) -> Bool {
    left.staysOnFileSystem == right.staysOnFileSystem && Set(left.exclusions) == Set(right.exclusions)
  }

  /// Whether a path in the tree of some root is left out with the same patterns applied below a directory in it.
  ///
  /// A pattern that contains a separator, or whose wildcards can match one in the middle, may match a path because
  /// of what stands above that directory.
  var isIndependentOfRoot: Bool {
    exclusions.allSatisfy { pattern in
      var middle = pattern[...]
      while middle.first == "*" { middle.removeFirst() }
      while middle.last == "*" { middle.removeLast() }
      return !middle.contains { "/*?[\\".contains($0) }
    }
  }
}
