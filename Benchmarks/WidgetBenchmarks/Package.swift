// swift-tools-version: 6.2
import PackageDescription

// This is a separate package, so that the main build needs no toolkit. A program links one toolkit, and building it needs
// no other. The tests and their workers are for the toolkit that WIDGET_TOOLKIT names: SwiftPM links all tests of a package
// into one program.

let name = Context.environment["WIDGET_TOOLKIT"] ?? "gtk"
let isQt = name == "qt"
let implementations = ["gtk": "CWidgetGtk", "qt": "CWidgetQt", "chromium": "ChromiumWidget"]
let workers = [
  "gtk": "WidgetBenchmarks", "qt": "QtWidgetBenchmarks", "chromium": "ChromiumWidgetBenchmarks",
]
let toolkit = Target.Dependency(stringLiteral: implementations[name] ?? "CWidgetGtk")
let worker = Target.Dependency(stringLiteral: workers[name] ?? "WidgetBenchmarks")

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "keystroke-bench")
}

// A second write behind the back of the strategy; a page has none to plant it in.
let planted: [Target] =
  name == "chromium"
  ? []
  : [
    .target(
      name: "CPlantedWrite", dependencies: [isQt ? "CQt" : "CGtk"], path: "Tests/CPlantedWrite",
      exclude: [isQt ? "gtk.c" : "qt.cpp"],
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "PlantedWrite",
      dependencies: ["CPlantedWrite", toolkit, "WidgetSuites", library("BenchmarkWorker")],
      path: "Tests/PlantedWrite", swiftSettings: swift),
  ]

let package = Package(
  name: "WidgetBenchmarks",
  dependencies: [.package(name: "keystroke-bench", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk4-x11",
      providers: [.apt(["libgtk-4-dev", "libxtst-dev", "xvfb", "fonts-dejavu-core"])]),
    // What the host asks of a toolkit, and the X server for its window.
    .target(
      name: "CWidget", cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),
    // One window with one GtkText in it, the code that drives it, and the interposed functions.
    .target(
      name: "CWidgetGtk", dependencies: ["CGtk", "CWidget"],
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("Xtst"), .linkedLibrary("X11"), .linkedLibrary("dl")]),
    // The same with a QLineEdit.
    .systemLibrary(
      name: "CQt", pkgConfig: "Qt6Widgets",
      providers: [
        .apt(["qt6-base-dev", "libxkbcommon-dev", "libxtst-dev", "xvfb", "fonts-dejavu-core"])
      ]),
    .target(
      name: "CWidgetQt", dependencies: ["CQt", "CWidget"],
      cxxSettings: [
        .define("_GNU_SOURCE"), .define("QT_NO_KEYWORDS"), .treatAllWarnings(as: .error),
      ],
      linkerSettings: ["Xtst", "X11", "xkbcommon", "dl"].map { .linkedLibrary($0) }),
    // A page with an <input>, in a Chromium without a screen.
    .target(name: "ChromiumWidget", dependencies: ["CWidget"], swiftSettings: swift),
    // The strategies behind that widget.
    .target(
      name: "WidgetHost", dependencies: ["CWidget", library("FieldHost"), library("ReformatCore")],
      swiftSettings: swift),
    // The suite that is measured.
    .target(
      name: "WidgetSuites",
      dependencies: [
        "WidgetHost", library("BenchmarkModel"), library("BenchmarkWorker"),
        library("CombineSuites"), library("FieldHost"), library("KeystrokeSuites"),
        library("ReformatCore"),
      ],
      swiftSettings: swift),
    .executableTarget(
      name: "WidgetBenchmarks", dependencies: ["CWidgetGtk", "WidgetSuites"],
      swiftSettings: swift),
    .executableTarget(
      name: "QtWidgetBenchmarks", dependencies: ["CWidgetQt", "WidgetSuites"],
      swiftSettings: swift),
    .executableTarget(
      name: "ChromiumWidgetBenchmarks", dependencies: ["ChromiumWidget", "WidgetSuites"],
      swiftSettings: swift),
    // Workers with a defect, which a comparison must find.
    .executableTarget(
      name: "PlantedFlicker",
      dependencies: [
        toolkit, "WidgetHost", "WidgetSuites", library("BenchmarkWorker"),
        library("CombineSuites"), library("KeystrokeSuites"),
      ],
      path: "Tests/PlantedFlicker", swiftSettings: swift),
    .testTarget(
      name: "WidgetHostTests",
      dependencies: [
        "PlantedFlicker", worker, "WidgetHost", "WidgetSuites",
        library("FieldHost"), library("KeystrokeSuites"), library("ReformatCore"),
      ] + planted.map { .target(name: $0.name) },
      swiftSettings: swift),
  ] + planted,
  cxxLanguageStandard: .cxx17)
