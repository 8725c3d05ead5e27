internal import SystemCalls

extension ClearingPlan {
  /// Whether the rules can be kept together with the policies.
  ///
  /// A plan may come from anywhere: its paths must have the one form in which the rules know them.
  package func checkConsistency() throws(ClearingError) {
    func refuse(_ reason: String) -> ClearingError {
      ClearingError(code: .invalidPlan, path: root, message: "cannot clear '\(root)': \(reason)")
    }
    for pattern in rules.protecting {
      guard let objection = ProtectedPattern.objection(to: pattern) else { continue }
      throw refuse("'\(BytePath(pattern))' protects nothing: \(objection)")
    }
    if rules.aside {
      guard isEverything else { throw refuse("only everything can be moved aside at once") }
      guard rules.protecting.isEmpty, !rules.skipsHidden, rules.minimumAge ?? .zero <= .zero else {
        throw refuse("what is moved aside at once cannot be spared in part")
      }
    }
    if rules.includesRoot, !isEverything {
      throw refuse("the directory itself can go only with everything in it")
    }
    for candidate in candidates {
      guard case .path(let path) = candidate.place, !path.isCanonicalBelow else { continue }
      throw refuse("'\(path)' is no path below it in its simplest form")
    }
  }
}

extension BytePath {
  /// Whether the path leads down only, by names with one separator between them.
  fileprivate var isCanonicalBelow: Bool {
    var (length, dots) = (0, 0)
    // Byte by byte: there may be a million paths, and each as long as a tree is deep.
    for byte in bytes {
      switch byte {
      case 0: return false
      case UInt8(ascii: "/"):
        if length == 0 || dots == length && length <= 2 { return false }
        (length, dots) = (0, 0)
      default:
        length += 1
        if byte == UInt8(ascii: ".") { dots += 1 }
      }
    }
    return length > 0 && !(dots == length && length <= 2)
  }
}
