// swift-tools-version: 6.2
import PackageDescription

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]
let c: [CSetting] = [.treatAllWarnings(as: .error)]
let cxx: [CXXSetting] = [.treatAllWarnings(as: .error)]

let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")
let systemPackage: Target.Dependency = .product(name: "SystemPackage", package: "swift-system")
let textTable: Target.Dependency = .product(name: "TextTable", package: "TextTable")
let tomlKit: Target.Dependency = .product(name: "TOMLKit", package: "TOMLKit")
let mustache: Target.Dependency = .product(name: "Mustache", package: "swift-mustache")
let openCombine: Target.Dependency = .product(name: "OpenCombine", package: "OpenCombine")
let openCombineFoundation: Target.Dependency = .product(
  name: "OpenCombineFoundation", package: "OpenCombine")
let argumentParser: Target.Dependency = .product(
  name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
  name: "keystroke-bench",
  // Of what an app takes: ReformatCore, FieldHost and KeystrokeTrace. All else is for Linux, which has no versions here.
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    // An app takes these.
    .library(name: "ReformatCore", targets: ["ReformatCore"]),
    .library(name: "ReformatCombine", targets: ["ReformatCombine"]),
    .library(name: "FieldHost", targets: ["FieldHost"]),
    .library(name: "KeystrokeTrace", targets: ["KeystrokeTrace"]),
    // Your own benchmark takes these.
    .library(name: "BenchmarkModel", targets: ["BenchmarkModel"]),
    .library(name: "BenchmarkWorker", targets: ["BenchmarkWorker"]),
    .library(name: "KeystrokeSuites", targets: ["KeystrokeSuites"]),
    .library(name: "CombineSuites", targets: ["CombineSuites"]),
    .library(name: "AllocatorShim", type: .dynamic, targets: ["CAllocatorShim"]),
    // Tests preload it. SwiftPM builds a dynamic library only as a product.
    .library(name: "GlibcCounter", type: .dynamic, targets: ["GlibcCounter"]),
    .executable(name: "keystroke-bench", targets: ["keystroke-bench"]),
    // A package that depends on this one has the command `swift package keystroke-bench`.
    .plugin(name: "KeystrokeBench", targets: ["KeystrokeBench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // The code under test. It knows nothing of benchmarks.
    .target(name: "ReformatCore", swiftSettings: swift),
    .target(
      name: "ReformatCombine",
      dependencies: ["ReformatCore", openCombine, openCombineFoundation],
      swiftSettings: swift),
    .target(name: "FieldHost", dependencies: ["ReformatCore"], swiftSettings: swift),
    .target(name: "KeystrokeTrace", dependencies: ["ReformatCore"], swiftSettings: swift),

    // Both sides of the process cut know these two, and nothing else of each other.
    .target(name: "BenchmarkModel", swiftSettings: swift),
    .target(name: "CInstruments", cSettings: c),

    // The measured process.
    .target(
      name: "CAllocatorShim", cSettings: c, cxxSettings: cxx,
      linkerSettings: [.linkedLibrary("jemalloc")]),
    .target(
      name: "BenchmarkWorker",
      dependencies: ["BenchmarkModel", "CInstruments", "ReformatCore"],
      swiftSettings: swift),
    .target(
      name: "KeystrokeSuites",
      dependencies: [
        "BenchmarkModel", "FieldHost", "ReformatCore",
        // Measuring is for Linux; tests of an app take the rest anywhere.
        .target(name: "BenchmarkWorker", condition: .when(platforms: [.linux])),
      ],
      swiftSettings: swift),

    // Outside the measured process.
    .target(
      name: "CHostSupport", exclude: ["PhaseCounter.c"], cSettings: c,
      linkerSettings: [.linkedLibrary("crypto")]),
    .target(
      name: "BenchmarkResults", dependencies: ["BenchmarkModel", "CHostSupport"],
      swiftSettings: swift),
    .target(
      name: "BenchmarkComparison",
      dependencies: ["BenchmarkModel", "BenchmarkResults", tomlKit], swiftSettings: swift),
    .target(
      name: "BenchmarkReport",
      dependencies: [
        "BenchmarkComparison", "BenchmarkModel", "BenchmarkResults", "CHostSupport", mustache,
        textTable,
      ],
      exclude: ["HTML/page.html", "HTML/page.css", "HTML/page.js"],
      swiftSettings: swift),
    .target(
      name: "BenchmarkConductor",
      dependencies: [
        "BenchmarkModel", "BenchmarkResults", "CHostSupport", "CInstruments", subprocess,
        systemPackage,
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "keystroke-bench",
      dependencies: [
        "BenchmarkComparison", "BenchmarkConductor", "BenchmarkModel", "BenchmarkReport",
        "BenchmarkResults", argumentParser,
      ],
      swiftSettings: swift),

    // Finds the worker of a package and the installed program, and passes arguments on. It asks for no permission: on
    // Linux, where alone the program runs, there is no sandbox.
    .plugin(
      name: "KeystrokeBench",
      capability: .command(
        intent: .custom(
          verb: "keystroke-bench",
          description: "Builds the benchmark executable, and calls keystroke-bench with it."))),

    // The entries of strategies that publish. They are a library of their own, so that your own
    // benchmark builds OpenCombine only if it lists them.
    .target(
      name: "CombineSuites",
      dependencies: [
        "BenchmarkWorker", "FieldHost", "KeystrokeSuites", "ReformatCombine", "ReformatCore",
      ],
      path: "Benchmarks/CombineSuites", swiftSettings: swift),
    .executableTarget(
      name: "KeystrokeBenchmarks",
      dependencies: ["BenchmarkModel", "BenchmarkWorker", "CombineSuites", "KeystrokeSuites"],
      path: "Benchmarks/KeystrokeBenchmarks", resources: [.copy("Traces")],
      swiftSettings: swift),
    .executableTarget(
      name: "FormatterBenchmarks",
      dependencies: ["BenchmarkModel", "BenchmarkWorker", "KeystrokeSuites", "ReformatCore"],
      path: "Benchmarks/FormatterBenchmarks", swiftSettings: swift),
    // The code that the suite of events measures. A target of its own, so that nothing of it is inlined into the suite.
    .target(
      name: "FieldEvents", dependencies: ["ReformatCore"],
      path: "Benchmarks/FieldEventBenchmarks/Events", swiftSettings: swift),
    .executableTarget(
      name: "FieldEventBenchmarks",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "CombineSuites", "FieldEvents", "FieldHost",
        "KeystrokeSuites", "KeystrokeTrace", "ReformatCore", openCombine, openCombineFoundation,
      ],
      path: "Benchmarks/FieldEventBenchmarks", exclude: ["Events"],
      resources: [.copy("Traces")], swiftSettings: swift),
    .executableTarget(
      name: "HarnessNoise", dependencies: ["BenchmarkModel", "BenchmarkWorker", "ReformatCore"],
      path: "Benchmarks/HarnessNoise", swiftSettings: swift),

    .testTarget(
      name: "ReformatCoreTests", dependencies: ["BenchmarkModel", "FieldHost", "ReformatCore"],
      resources: [.copy("Fixtures")], swiftSettings: swift),
    .testTarget(
      name: "FieldHostTests", dependencies: ["FieldHost", "ReformatCombine", "ReformatCore"],
      swiftSettings: swift),
    .testTarget(
      name: "ReformatCombineTests",
      dependencies: ["FieldHost", "ReformatCombine", "ReformatCore", openCombine],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkModelTests", dependencies: ["BenchmarkModel"],
      resources: [.copy("Fixtures")], swiftSettings: swift),
    .testTarget(
      name: "KeystrokeTraceTests", dependencies: ["KeystrokeTrace"], swiftSettings: swift),
    // Programs of known heap traffic. Tests run them with the shim preloaded.
    .executableTarget(name: "ShimProbe", path: "Tests/ShimProbe", cxxSettings: cxx),
    .executableTarget(
      name: "SwiftShimProbe", dependencies: ["BenchmarkWorker"], path: "Tests/SwiftShimProbe",
      swiftSettings: swift),
    .target(name: "GlibcCounter", path: "Tests/GlibcCounter", cSettings: c),
    .testTarget(
      name: "CAllocatorShimTests",
      dependencies: ["RunFixtures", "ShimProbe", "SwiftShimProbe", subprocess],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkWorkerTests",
      dependencies: ["BenchmarkModel", "BenchmarkWorker", "ReformatCore"], swiftSettings: swift),
    // Small runs, made by hand, for the tests of everything that reads one.
    .target(
      name: "RunFixtures", dependencies: ["BenchmarkModel", "BenchmarkResults"],
      path: "Tests/RunFixtures", swiftSettings: swift),
    .testTarget(
      name: "BenchmarkResultsTests",
      dependencies: ["BenchmarkModel", "BenchmarkResults", "KeystrokeSuites", "RunFixtures"],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkComparisonTests",
      dependencies: ["BenchmarkComparison", "BenchmarkModel", "BenchmarkResults", "RunFixtures"],
      exclude: ["golden.json", "golden-paired.json"], swiftSettings: swift),
    .testTarget(
      name: "BenchmarkReportTests",
      dependencies: [
        "BenchmarkComparison", "BenchmarkModel", "BenchmarkReport", "BenchmarkResults",
        "KeystrokeSuites", "RunFixtures",
      ],
      exclude: ["Golden", "Profile/Golden"], swiftSettings: swift),
    .testTarget(
      name: "BenchmarkConductorTests",
      dependencies: ["BenchmarkConductor", "BenchmarkModel", "BenchmarkResults", "RunFixtures"],
      swiftSettings: swift),
    .testTarget(
      name: "KeystrokeSuitesTests",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "CombineSuites", "FieldHost", "KeystrokeBenchmarks",
        "KeystrokeSuites", "KeystrokeTrace", "ReformatCombine", "ReformatCore",
      ],
      resources: [.copy("Fixtures")], swiftSettings: swift),
    .testTarget(
      name: "FormatterBenchmarksTests",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "FormatterBenchmarks", "KeystrokeSuites",
        "ReformatCore",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FieldEventBenchmarksTests",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "CombineSuites", "FieldEventBenchmarks",
        "FieldEvents", "KeystrokeSuites", "KeystrokeTrace", "ReformatCore", openCombine,
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "Fuzzer",
      dependencies: [
        "BenchmarkModel", "FieldHost", "KeystrokeSuites", "KeystrokeTrace", "ReformatCore",
      ],
      path: "Tests/Fuzzer",
      swiftSettings: swift),
    // A benchmark with a small change planted in one phase of one strategy, for the tests that must find it.
    .target(name: "CPlants", path: "Tests/CPlants", cSettings: c),
    .executableTarget(
      name: "PlantedBenchmarks",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "CPlants", "FieldHost", "KeystrokeSuites",
        "ReformatCore",
      ],
      path: "Tests/PlantedBenchmarks", swiftSettings: swift),
    // Makes single edits, whose calls the tests count under callgrind.
    .executableTarget(
      name: "CallProbe",
      dependencies: [
        "BenchmarkWorker", "CombineSuites", "FieldHost", "KeystrokeSuites", "ReformatCore",
      ],
      path: "Tests/CallProbe", swiftSettings: swift),
    // The command line as a user uses it: arguments in; output, errors and exit status out.
    .testTarget(
      name: "KeystrokeBenchTests",
      dependencies: [
        "BenchmarkComparison", "BenchmarkConductor", "BenchmarkModel", "BenchmarkReport",
        "BenchmarkResults", "CallProbe", "FieldEventBenchmarks",
        "FormatterBenchmarks", "HarnessNoise", "KeystrokeBenchmarks", "KeystrokeSuites",
        "KeystrokeTrace", "PlantedBenchmarks", "ReformatCombine", "ReformatCore", "RunFixtures",
        "keystroke-bench", subprocess,
      ],
      swiftSettings: swift),
  ],
  cxxLanguageStandard: .cxx17
)

// UIKit for Linux, so that a delegate's own file is measured. Apple platforms have their own.
#if os(Linux)
  package.products += [
    .library(name: "UIKit", targets: ["UIKit", "_Testing_UIKit"]),
    .library(name: "UIKitSuites", targets: ["UIKitSuites"]),
  ]
  package.targets += [
    .target(name: "UIKit", dependencies: ["ReformatCore"], swiftSettings: swift),
    // The compiler wants it in a file that imports Testing as well.
    .target(name: "_Testing_UIKit", path: "Sources/TestingOverlay", swiftSettings: swift),
    // Their fields in a suite. A library of its own, as what imports UIKit must see nothing of benchmarks.
    .target(
      name: "UIKitSuites",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "FieldHost", "KeystrokeSuites", "ReformatCore",
        "UIKit",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "UIKitTests",
      dependencies: [
        "BenchmarkModel", "BenchmarkWorker", "FieldHost", "KeystrokeSuites", "ReformatCore",
        "UIKit",
        "UIKitSuites", "_Testing_UIKit",
      ],
      swiftSettings: swift),
    // Delegates of older packages compile in the mode that those have.
    .testTarget(
      name: "UIKitSwift5Tests",
      dependencies: ["FieldHost", "UIKit", "UIKitSuites", "_Testing_UIKit"],
      swiftSettings: [.swiftLanguageMode(.v5), .treatAllWarnings(as: .error)]),
  ]
#endif

// scripts/build sets it: no answer waits for what only tests run.
if Context.environment["KEYSTROKE_BENCH_WITHOUT_TESTS"] != nil {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  package.products.removeAll { $0.name == "GlibcCounter" }
}
