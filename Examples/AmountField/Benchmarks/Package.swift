// swift-tools-version: 6.2
import PackageDescription

let harness = ["BenchmarkModel", "BenchmarkWorker", "KeystrokeSuites", "ReformatCore"]

let package = Package(
  name: "AmountFieldBenchmarks",
  dependencies: [
    .package(name: "AmountField", path: ".."),
    .package(name: "keystroke-bench", path: "../../.."),
  ],
  targets: [
    .executableTarget(
      name: "AmountFieldBenchmarks",
      dependencies: [.product(name: "AmountField", package: "AmountField")]
        + harness.map { .product(name: $0, package: "keystroke-bench") })
  ])
