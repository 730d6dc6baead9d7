// swift-tools-version: 6.2
import PackageDescription

// The tests put the path of the package with the harness in here.
let harness = "KEYSTROKE_BENCH"
let here = Context.packageDirectory

let package = Package(
  name: "PlantedChannels",
  dependencies: [.package(name: "keystroke-bench", path: harness)],
  targets: [
    .target(name: "Channels"),
    .target(
      name: "Flagged",
      cSettings: [.define("FLAGGED_TURNS", to: "4000"), .unsafeFlags(["-O0"])]),
    .target(name: "HeaderOnly"),
    .target(name: "Inner"),
    .executableTarget(
      name: "ChannelsBenchmarks",
      dependencies: ["Channels", "Flagged", "HeaderOnly", "Inner"]
        + ["BenchmarkModel", "BenchmarkWorker", "FieldHost", "KeystrokeSuites", "ReformatCore"].map
      {
        .product(name: $0, package: "keystroke-bench")
      },
      resources: [.copy("Data")],
      linkerSettings: [
        .unsafeFlags([
          "-Xlinker", "--export-dynamic", "-Xlinker", "--icf=all",
          "-Xlinker", "--defsym=defined_hook=defined_slow",
          // The tests put files of the repository in here; with them a build has one link.
          "-Xlinker", "--defsym=script_zero=0", "-Xlinker", "--defsym=script_turns=1",
        ])
      ]),
  ],
  cxxLanguageStandard: .cxx17
)
