// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

#if os(Linux)
  let uikit: [Target.Dependency] = [.product(name: "UIKit", package: "keystroke-bench")]
#else
  // Apple's is there, and keystroke-bench has no product of that name.
  let uikit: [Target.Dependency] = []
#endif

let package = Package(
  name: "UIKitFields",
  platforms: [.iOS(.v18), .macOS(.v15)],
  products: [.library(name: "UIKitFields", targets: ["UIKitFields"])],
  dependencies: [
    .package(name: "keystroke-bench", path: "../..")
  ],
  targets: [
    .target(name: "UIKitFields", dependencies: uikit, swiftSettings: swift)
  ])

// What measures them is for Linux.
#if os(Linux)
  package.targets += [
    .executableTarget(
      name: "UIKitFieldsBenchmarks",
      dependencies: [
        "UIKitFields",
        .product(name: "BenchmarkModel", package: "keystroke-bench"),
        .product(name: "BenchmarkWorker", package: "keystroke-bench"),
        .product(name: "KeystrokeSuites", package: "keystroke-bench"),
        .product(name: "UIKit", package: "keystroke-bench"),
        .product(name: "UIKitSuites", package: "keystroke-bench"),
      ],
      path: "Benchmarks/UIKitFieldsBenchmarks", swiftSettings: swift),
    .testTarget(
      name: "UIKitFieldsTests",
      dependencies: [
        "UIKitFieldsBenchmarks",
        .product(name: "BenchmarkModel", package: "keystroke-bench"),
        .product(name: "BenchmarkWorker", package: "keystroke-bench"),
        .product(name: "KeystrokeSuites", package: "keystroke-bench"),
      ],
      swiftSettings: swift),
  ]
#endif
