/// How files are spread over directories.
enum TreeShape: String, CaseIterable {
  /// Two levels of short hexadecimal names, twenty files in each of the lower ones.
  case hex
  /// Packages in packages, a few files a directory, as `node_modules` has them.
  case node
  /// Two levels of sixteen, all files in the lower ones.
  case ccache
  /// One directory.
  case flat

  /// Visits every directory that has files, and how many it has, up to so many files in total. Parents of the
  /// directories are not visited when they hold no files of their own.
  func forEachDirectory(files: Int, _ body: (_ path: [String], _ files: Int) throws -> Void) rethrows {
    switch self {
    case .hex:
      try spread(files, over: max(1, files / 20)) {
        [hex($0 % 256), hex($0 / 256)]
      } _: {
        try body($0, $1)
      }
    case .node:
      // Five directories of eight files a package, every third package inside another one's own packages.
      try spread(files, over: max(1, files * 2 / 15)) { (index) in
        let package = index / 5
        let outer = package % 3 == 2 ? ["package-\(package - 1)", "node_modules"] : []
        let inner = [[], ["lib"], ["lib", "util"], ["dist"], ["dist", "types"]][index % 5]
        return outer + ["package-\(package)"] + inner
      } _: {
        try body($0, $1)
      }
    case .ccache:
      try spread(files, over: 256) {
        [String($0 % 16, radix: 16), String($0 / 16, radix: 16)]
      } _: {
        try body($0, $1)
      }
    case .flat:
      try body([], files)
    }
  }

  private func hex(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return digits.count < 2 ? "0" + digits : digits
  }

  private func spread(
    _ files: Int, over directories: Int, path: (Int) -> [String], _ body: ([String], Int) throws -> Void
  ) rethrows {
    for index in 0..<directories {
      try body(path(index), files * (index + 1) / directories - files * index / directories)
    }
  }
}
