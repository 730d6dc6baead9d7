// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "CardField",
  products: [.library(name: "CardField", targets: ["CardField"])],
  dependencies: [
    // The package's name is given here, so the name of its folder does not matter.
    .package(name: "keystroke-bench", path: "../..")
  ],
  targets: [
    .target(
      name: "CardField", dependencies: [.product(name: "ReformatCore", package: "keystroke-bench")],
      swiftSettings: swift),
    .executableTarget(
      name: "CardFieldBenchmarks",
      dependencies: [
        "CardField",
        .product(name: "BenchmarkModel", package: "keystroke-bench"),
        .product(name: "BenchmarkWorker", package: "keystroke-bench"),
        .product(name: "KeystrokeSuites", package: "keystroke-bench"),
      ],
      path: "Benchmarks/CardFieldBenchmarks", resources: [.copy("Traces")], swiftSettings: swift),
    .testTarget(
      name: "CardFieldTests",
      dependencies: [
        "CardField",
        .product(name: "FieldHost", package: "keystroke-bench"),
        .product(name: "KeystrokeTrace", package: "keystroke-bench"),
        .product(name: "ReformatCore", package: "keystroke-bench"),
      ],
      swiftSettings: swift),
  ])
