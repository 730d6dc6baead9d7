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

let histogram: Target.Dependency = .product(name: "Histogram", package: "hdrhistogram-swift")
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
    .library(name: "ReformatCore", targets: ["ReformatCore"]),
    .library(name: "ReformatCombine", targets: ["ReformatCombine"]),
    .library(name: "FieldHost", targets: ["FieldHost"]),
    .library(name: "KeystrokeTrace", targets: ["KeystrokeTrace"]),
    .library(name: "BenchmarkCells", targets: ["BenchmarkCells"]),
    .library(name: "EditCases", targets: ["EditCases"]),
    .library(name: "KeystrokeWorkload", targets: ["KeystrokeWorkload"]),
    .library(name: "KeystrokeSuites", targets: ["KeystrokeSuites"]),
    .library(name: "FormatterSuites", targets: ["FormatterSuites"]),
    .library(name: "FieldEventSuites", targets: ["FieldEventSuites"]),
    .library(name: "CombineSuites", targets: ["CombineSuites"]),
    .library(name: "BenchmarkWorker", targets: ["BenchmarkWorker"]),
    .library(name: "BenchmarkConductor", targets: ["BenchmarkConductor"]),
    .library(name: "BenchmarkComparison", targets: ["BenchmarkComparison"]),
    .library(name: "ReportDocument", targets: ["ReportDocument"]),
    .library(name: "ComparisonReport", targets: ["ComparisonReport"]),
    .library(name: "BenchmarkReport", targets: ["BenchmarkReport"]),
    .library(name: "ProfileReport", targets: ["ProfileReport"]),
    .library(name: "AllocatorShim", type: .dynamic, targets: ["CAllocatorShim"]),
    // Only for the tests, which preload it; a library is built as a product or not at all.
    .library(name: "GlibcCounter", type: .dynamic, targets: ["GlibcCounter"]),
    .executable(name: "keystroke-bench", targets: ["keystroke-bench"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-system", from: "1.8.1"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/LebJe/TOMLKit", from: "0.6.0"),
    .package(url: "https://github.com/OpenCombine/OpenCombine", from: "0.14.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/ordo-one/TextTable", from: "0.0.2"),
    .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
  ],
  targets: [
    // The code under test. It knows nothing of benchmarks.
    .target(name: "ReformatCore", swiftSettings: swift),
    .target(name: "FieldHost", dependencies: ["ReformatCore"], swiftSettings: swift),
    // What happens around the keystroke: the keyboard, appearance.
    .target(name: "FieldEvents", dependencies: ["ReformatCore"], swiftSettings: swift),
    // The one target that imports OpenCombine.
    .target(
      name: "ReformatCombine",
      dependencies: ["FieldEvents", "ReformatCore", openCombine, openCombineFoundation],
      swiftSettings: swift),

    // Which cells there are, which a filter or a shard means, what is promised in them.
    .target(name: "BenchmarkCells", swiftSettings: swift),
    // Files that somebody else wrote: what they are, and what JSON may hold, before it is decoded.
    .target(name: "UntrustedFiles", swiftSettings: swift),
    // Single edits with known results, and the reader of their files.
    .target(name: "EditCases", dependencies: ["UntrustedFiles"], swiftSettings: swift),

    // What people typed, in a file: written by an app, read by the workload.
    .target(name: "KeystrokeTrace", dependencies: ["ReformatCore"], swiftSettings: swift),
    // What is typed, and what should stand there afterwards.
    .target(
      name: "KeystrokeWorkload",
      dependencies: [
        "BenchmarkCells", "EditCases", "FieldHost", "KeystrokeTrace", "ReformatCore",
        "UntrustedFiles",
      ],
      swiftSettings: swift),

    // Clock, phase ledger, allocation counters.
    .systemLibrary(
      name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]),
    .target(
      name: "CAllocatorShim", dependencies: ["CJemalloc"], cSettings: c, cxxSettings: cxx),
    // Requests to the tools of valgrind that count instructions.
    .target(name: "CValgrindRequests", cSettings: c),
    // The processor's own counters.
    .target(name: "CPerfEvents", cSettings: c),
    .target(
      name: "Instruments",
      dependencies: [
        "CPerfEvents", "CValgrindRequests", "ReformatCore", "WorkerProtocol", histogram,
      ],
      swiftSettings: swift),

    // What the measured process and the one that launches it say to each other, and all that both know.
    .target(
      name: "WorkerProtocol", dependencies: ["BenchmarkCells", "EditCases"], swiftSettings: swift),

    // What a run says, on disk and to people.
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(
      name: "BenchmarkResults",
      dependencies: [
        "BenchmarkCells", "BenchmarkStatistics", "COpenSSL", "UntrustedFiles", "WorkerProtocol",
      ],
      swiftSettings: swift),
    .target(name: "BenchmarkStatistics", swiftSettings: swift),
    // Pages, a script and the source of valgrind's tool, so that a program that was copied elsewhere still has them.
    .target(name: "CEmbeddedFiles", cSettings: c),
    // It decides and draws nothing; the other one draws and decides nothing.
    .target(
      name: "BenchmarkComparison",
      dependencies: [
        "BenchmarkCells", "BenchmarkResults", "BenchmarkStatistics", "UntrustedFiles",
        "WorkerProtocol", tomlKit,
      ],
      swiftSettings: swift),
    // How a report is put together: pages and tables as text, Markdown and HTML, figures with their units.
    .target(
      name: "ReportDocument",
      dependencies: ["BenchmarkCells", "BenchmarkResults", "WorkerProtocol", textTable],
      swiftSettings: swift),
    // What a comparison and a history of runs say.
    .target(
      name: "ComparisonReport",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkResults", "BenchmarkStatistics",
        "ReportDocument", "WorkerProtocol",
      ],
      swiftSettings: swift),
    .target(
      name: "BenchmarkReport",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkResults", "BenchmarkStatistics",
        "CEmbeddedFiles", "ComparisonReport", "EditCases", "ReportDocument", "UntrustedFiles",
        "WorkerProtocol", mustache,
      ],
      exclude: ["HTML/page.html", "HTML/page.css", "HTML/page.js"],
      swiftSettings: swift),

    // Where the costs of a cell come from: call stacks as text, flame graphs and files for other viewers.
    .target(
      name: "ProfileReport",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkResults", "ReportDocument",
        "WorkerProtocol",
      ],
      swiftSettings: swift),

    // The measured process: it does what it is asked, and links nothing of what runs outside of it.
    .target(
      name: "BenchmarkWorker",
      dependencies: [
        "BenchmarkCells", "EditCases", "Instruments", "ReformatCore", "WorkerProtocol",
      ],
      swiftSettings: swift),

    // Keystrokes in a field, which a benchmark of one's own measures too.
    .target(
      name: "KeystrokeSuites",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "EditCases", "FieldHost", "KeystrokeTrace",
        "KeystrokeWorkload", "ReformatCore", "WorkerProtocol",
      ],
      swiftSettings: swift),
    // Single calls of formatters.
    .target(
      name: "FormatterSuites",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "KeystrokeWorkload", "ReformatCore", "WorkerProtocol",
      ],
      swiftSettings: swift),
    // What happens around a field: the keyboard, appearance.
    .target(
      name: "FieldEventSuites",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "FieldEvents", "FieldHost", "KeystrokeSuites",
        "KeystrokeTrace", "KeystrokeWorkload", "ReformatCore", "WorkerProtocol",
      ],
      swiftSettings: swift),
    // What publishes its text, as suites list it; apart, so that others need not build OpenCombine.
    .target(
      name: "CombineSuites",
      dependencies: [
        "BenchmarkWorker", "FieldEventSuites", "FieldHost", "KeystrokeSuites", "KeystrokeWorkload",
        "ReformatCombine", "ReformatCore",
      ],
      swiftSettings: swift),

    // The other end of the protocol: launches a worker and other programs, asks, watches, ends.
    .target(
      name: "WorkerClient",
      dependencies: [
        "BenchmarkCells", "BenchmarkResults", "CEmbeddedFiles", "EditCases", "UntrustedFiles",
        "WorkerProtocol", subprocess, systemPackage,
      ],
      exclude: ["Tools/read_store.py"],
      swiftSettings: swift),

    // What runs outside: has workers measure, builds commits, names addresses, writes runs.
    .target(
      name: "BenchmarkConductor",
      dependencies: [
        "BenchmarkCells", "BenchmarkResults", "BenchmarkStatistics", "CEmbeddedFiles",
        "CValgrindRequests", "EditCases", "WorkerClient", "WorkerProtocol", subprocess,
        systemPackage,
      ],
      exclude: ["Instructions/PhaseCounter.c"],
      swiftSettings: swift),

    .executableTarget(
      name: "keystroke-bench",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkConductor", "BenchmarkReport",
        "BenchmarkResults", "ComparisonReport", "EditCases", "ProfileReport", "ReportDocument",
        "UntrustedFiles", "WorkerClient", "WorkerProtocol", argumentParser,
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "KeystrokeBenchmarks",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "CombineSuites", "KeystrokeSuites",
        "KeystrokeWorkload",
      ],
      path: "Benchmarks/KeystrokeBenchmarks", resources: [.copy("Traces")],
      swiftSettings: swift),
    .executableTarget(
      name: "FormatterBenchmarks",
      dependencies: ["BenchmarkWorker", "FormatterSuites"],
      path: "Benchmarks/FormatterBenchmarks", swiftSettings: swift),
    .executableTarget(
      name: "FieldEventBenchmarks",
      dependencies: [
        "BenchmarkWorker", "CombineSuites", "FieldEventSuites", "KeystrokeSuites",
        "KeystrokeWorkload",
      ],
      path: "Benchmarks/FieldEventBenchmarks", resources: [.copy("Traces")],
      swiftSettings: swift),
    .executableTarget(
      name: "HarnessNoise",
      dependencies: ["BenchmarkWorker", "WorkerProtocol"],
      path: "Benchmarks/HarnessNoise", swiftSettings: swift),
    .testTarget(
      name: "ReformatCoreTests", dependencies: ["ReformatCore"], swiftSettings: swift),
    .testTarget(
      name: "FieldHostTests", dependencies: ["FieldHost", "ReformatCombine", "ReformatCore"],
      swiftSettings: swift),
    .testTarget(
      name: "FieldEventsTests", dependencies: ["FieldEvents"],
      swiftSettings: swift),
    .testTarget(
      name: "ReformatCombineTests",
      dependencies: [
        "FieldEvents", "FieldHost", "ReformatCombine", "ReformatCore", openCombine,
      ],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkCellsTests", dependencies: ["BenchmarkCells"], swiftSettings: swift),
    .testTarget(
      name: "UntrustedFilesTests", dependencies: ["UntrustedFiles"], swiftSettings: swift),
    .testTarget(
      name: "EditCasesTests", dependencies: ["EditCases"], resources: [.copy("Fixtures")],
      swiftSettings: swift),
    .testTarget(
      name: "KeystrokeTraceTests", dependencies: ["KeystrokeTrace"], swiftSettings: swift),
    .testTarget(
      name: "KeystrokeWorkloadTests",
      dependencies: [
        "BenchmarkCells", "FieldHost", "KeystrokeTrace", "KeystrokeWorkload", "ReformatCore",
      ],
      resources: [.copy("Fixtures")], swiftSettings: swift),
    // Programs of known heap traffic, run with the shim preloaded by the tests beside them.
    .executableTarget(name: "ShimProbe", path: "Tests/ShimProbe", cxxSettings: cxx),
    .executableTarget(
      name: "SwiftShimProbe", dependencies: ["Instruments"], path: "Tests/SwiftShimProbe",
      swiftSettings: swift),
    .target(name: "GlibcCounter", path: "Tests/GlibcCounter", cSettings: c),
    .testTarget(
      name: "CAllocatorShimTests",
      dependencies: ["RunFixtures", "ShimProbe", "SwiftShimProbe", subprocess],
      swiftSettings: swift),
    .testTarget(
      name: "InstrumentsTests", dependencies: ["Instruments", "ReformatCore", "WorkerProtocol"],
      swiftSettings: swift),
    // Small runs, made by hand, for the tests of everything that reads one.
    .target(
      name: "RunFixtures",
      dependencies: ["BenchmarkCells", "BenchmarkResults", "WorkerProtocol"],
      path: "Tests/RunFixtures", swiftSettings: swift),
    .testTarget(
      name: "BenchmarkResultsTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkResults", "KeystrokeWorkload", "RunFixtures", "WorkerProtocol",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkStatisticsTests", dependencies: ["BenchmarkStatistics"],
      exclude: ["golden.json", "golden-growth.json", "golden-paired.json"], swiftSettings: swift),
    .testTarget(
      name: "BenchmarkComparisonTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkResults", "RunFixtures",
        "WorkerProtocol",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "BenchmarkReportTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkComparison", "BenchmarkReport", "BenchmarkResults",
        "BenchmarkStatistics", "ComparisonReport", "KeystrokeWorkload", "ReportDocument",
        "RunFixtures", "WorkerProtocol",
      ],
      exclude: ["Golden"], swiftSettings: swift),
    .testTarget(
      name: "ProfileReportTests",
      dependencies: [
        "BenchmarkResults", "ProfileReport", "ReportDocument", "RunFixtures", "WorkerProtocol",
      ],
      exclude: ["Golden"], swiftSettings: swift),
    .testTarget(
      name: "WorkerClientTests", dependencies: ["WorkerClient"], swiftSettings: swift),
    .testTarget(
      name: "BenchmarkConductorTests",
      dependencies: [
        "BenchmarkConductor", "BenchmarkResults", "RunFixtures", "WorkerClient", "WorkerProtocol",
      ],
      swiftSettings: swift),
    // What the default suite holds.
    .testTarget(
      name: "KeystrokeSuitesTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "CombineSuites", "EditCases", "FieldHost",
        "KeystrokeBenchmarks", "KeystrokeSuites", "KeystrokeWorkload", "ReformatCombine",
        "ReformatCore", "WorkerProtocol",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FormatterSuitesTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "FormatterSuites", "KeystrokeWorkload", "ReformatCore",
      ],
      swiftSettings: swift),
    .testTarget(
      name: "FieldEventSuitesTests",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "CombineSuites", "FieldEventSuites", "FieldEvents",
        "KeystrokeTrace", "KeystrokeWorkload", "ReformatCore",
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "Fuzzer",
      dependencies: [
        "EditCases", "FieldHost", "KeystrokeTrace", "KeystrokeWorkload", "ReformatCore",
      ],
      path: "Tests/Fuzzer",
      swiftSettings: swift),
    // A benchmark with a small change planted in one phase of one strategy, for the tests that must find it.
    .target(name: "CPlants", path: "Tests/CPlants", cSettings: c),
    .executableTarget(
      name: "PlantedBenchmarks",
      dependencies: [
        "BenchmarkCells", "BenchmarkWorker", "CPlants", "FieldHost", "KeystrokeSuites",
        "KeystrokeWorkload", "ReformatCore",
      ],
      path: "Tests/PlantedBenchmarks", swiftSettings: swift),
    // Makes single edits, whose calls the tests count under callgrind.
    .executableTarget(
      name: "CallProbe",
      dependencies: [
        "BenchmarkWorker", "CombineSuites", "FieldHost", "Instruments", "KeystrokeSuites",
        "KeystrokeWorkload", "ReformatCore",
      ],
      path: "Tests/CallProbe", swiftSettings: swift),
    // The command line as a user uses it: arguments in; output, errors and exit status out.
    .testTarget(
      name: "KeystrokeBenchTests",
      dependencies: [
        "keystroke-bench", "KeystrokeBenchmarks", "FormatterBenchmarks", "FieldEventBenchmarks",
        "HarnessNoise", "PlantedBenchmarks", "CallProbe", "BenchmarkCells", "BenchmarkConductor",
        "BenchmarkResults",
        "KeystrokeTrace", "KeystrokeWorkload", "ReformatCombine", "ReformatCore", "RunFixtures",
        "WorkerClient", "WorkerProtocol", subprocess,
      ],
      swiftSettings: swift),
  ],
  cxxLanguageStandard: .cxx17
)

// scripts/build sets it: what only tests run is a twentieth of a first build, and no answer waits for it.
if Context.environment["KEYSTROKE_BENCH_WITHOUT_TESTS"] != nil {
  package.targets.removeAll { $0.type == .test || $0.path?.hasPrefix("Tests/") == true }
  package.products.removeAll { $0.name == "GlibcCounter" }
}
