// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target is built with the same strictness; a warning is an error.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

/// Without strict memory safety: the test library's macros do not know it, and examples call C as any program does.
let strictTests: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
]

let package = Package(
  name: "cachewatch",
  products: [
    .library(name: "CacheWatch", targets: ["SizeTracking", "CacheClearing", "ByteCounts"]),
    .library(name: "CacheClearing", targets: ["CacheClearing", "ByteCounts"]),
    .executable(name: "cachewatch", targets: ["cachewatch"]),
  ],
  targets: [
    // The floors, from the kernel upwards. A target may use only targets above it in this list.
    .target(name: "CSystem", cSettings: [.treatAllWarnings(as: .error)]),
    .systemLibrary(name: "CInotifyTools", providers: [.apt(["libinotifytools0-dev"])]),
    .target(name: "SystemCalls", dependencies: ["CSystem"], swiftSettings: strict),
    .target(name: "ByteCounts", swiftSettings: strict),
    .target(
      name: "FileEvents", dependencies: ["CInotifyTools", "SystemCalls"], swiftSettings: strict),
    .target(name: "SizeTrees", dependencies: ["SystemCalls"], swiftSettings: strict),
    .target(
      name: "SizeTracking", dependencies: ["FileEvents", "SizeTrees", "SystemCalls"],
      swiftSettings: strict),
    .target(name: "CacheClearing", dependencies: ["ByteCounts", "SystemCalls"], swiftSettings: strict),

    // The tool.
    .target(name: "CTerminalTools", cSettings: [.treatAllWarnings(as: .error)]),
    .systemLibrary(name: "CJSON", pkgConfig: "json-c", providers: [.apt(["libjson-c-dev"])]),
    .executableTarget(
      name: "cachewatch",
      dependencies: [
        "ByteCounts", "CJSON", "CTerminalTools", "CacheClearing", "FileEvents", "SizeTracking", "SystemCalls",
      ],
      swiftSettings: strict,
      // `size` lives for a millisecond: half of it went into loading shared libraries.
      linkerSettings: [.unsafeFlags(["-static-executable", "-use-ld=lld"], .when(configuration: .release))]),

    // Programs to read and run.
    .executableTarget(
      name: "live-size", dependencies: ["ByteCounts", "SizeTracking"], path: "Examples/live-size",
      swiftSettings: strictTests),
    .executableTarget(
      name: "clear-cache", dependencies: ["ByteCounts", "CacheClearing", "SizeTracking"], path: "Examples/clear-cache",
      swiftSettings: strictTests),

    // Tests. Only KernelTests and ToolTests touch inotify.
    .target(name: "CTestSupport", path: "Tests/CTestSupport", cSettings: [.treatAllWarnings(as: .error)]),
    .target(
      name: "TestSupport", dependencies: ["CTestSupport", "SizeTracking", "SystemCalls"],
      path: "Tests/TestSupport",
      swiftSettings: strictTests),
    .testTarget(
      name: "TestSupportTests", dependencies: ["SystemCalls", "TestSupport", "benchmarks"],
      swiftSettings: strictTests),
    .testTarget(
      name: "ByteCountsTests", dependencies: ["ByteCounts", "TestSupport"], swiftSettings: strictTests),
    .testTarget(
      name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"], swiftSettings: strictTests),
    .testTarget(
      name: "FileEventsTests", dependencies: ["FileEvents", "SystemCalls", "TestSupport"], swiftSettings: strictTests),
    .testTarget(
      name: "SizeTreesTests", dependencies: ["SizeTrees", "TestSupport"], swiftSettings: strictTests),
    .testTarget(
      name: "SizeTrackingTests", dependencies: ["FileEvents", "SizeTracking", "SizeTrees", "TestSupport"],
      swiftSettings: strictTests),
    .testTarget(
      name: "CacheClearingTests", dependencies: ["ByteCounts", "CacheClearing", "SystemCalls", "TestSupport"],
      swiftSettings: strictTests),
    .testTarget(
      name: "KernelTests",
      dependencies: [
        "CInotifyTools", "CacheClearing", "FileEvents", "SizeTracking", "SystemCalls", "TestSupport", "benchmarks",
        "cachewatch",
      ],
      swiftSettings: strictTests),
    .testTarget(
      name: "ToolTests", dependencies: ["SystemCalls", "TestSupport", "cachewatch", "clear-cache", "live-size"],
      swiftSettings: strictTests),
    .executableTarget(
      name: "benchmarks", dependencies: ["CacheClearing", "SizeTracking", "SystemCalls", "TestSupport", "cachewatch"],
      path: "Tests/Benchmarks", swiftSettings: strictTests),
  ],
  swiftLanguageModes: [.v6]
)
