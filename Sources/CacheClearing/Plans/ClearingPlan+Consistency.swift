internal import SystemCalls

extension ClearingPlan {
  /// Whether the rules can be kept together with the policies.
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
  }
}
