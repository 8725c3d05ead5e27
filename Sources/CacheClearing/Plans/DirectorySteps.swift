/// Which directory a name leads to from another one, both known by their numbers. Flat: paths may have any length.
struct DirectorySteps: Sendable {
  private struct Step: Hashable {
    var directory: Int
    var name: [UInt8]
  }

  private var numbers: [Step: Int] = [:]

  subscript(name: [UInt8], in directory: Int) -> Int? {
    get { numbers.isEmpty ? nil : numbers[Step(directory: directory, name: name)] }
    set { numbers[Step(directory: directory, name: name)] = newValue }
  }

  var count: Int { numbers.count }
}
