// swift-tools-version: 6.2
import PackageDescription

// This is a separate package, so that the main build needs no toolkit. A program links one toolkit, and building it needs
// no other. The tests and their workers are for the toolkit that WIDGET_TOOLKIT names: SwiftPM links all tests of a package
// into one program.

struct Toolkit {
  /// The implementation of CWidget.h, and the program that links it.
  var window: [Target.Dependency]
  var program: Target.Dependency
  /// The toolkit's own library, and the source of a planted write in it; a page has none.
  var plant: (library: Target.Dependency, source: String)?
}

let gtk = Toolkit(window: ["CWidgetGtk"], program: "WidgetBenchmarks", plant: ("CGtk", "gtk.c"))
let toolkits = [
  "qt": Toolkit(window: ["CWidgetQt"], program: "QtWidgetBenchmarks", plant: ("CQt", "qt.cpp")),
  "gnustep": Toolkit(
    window: ["CGnustep", "CServerKeys"], program: "GnustepWidgetBenchmarks",
    plant: ("CGnustep", "gnustep.c")),
  "chromium": Toolkit(window: ["ChromiumWidget"], program: "ChromiumWidgetBenchmarks"),
]
let name = Context.environment["WIDGET_TOOLKIT"] ?? ""
let toolkit = toolkits[name] ?? gtk
let isGnustep = name == "gnustep"

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "keystroke-bench")
}

// GNUstep's window is written in Objective-C, which scripts/widget compiles with gcc into a library.
let gnustep: [Target] = [
  .systemLibrary(name: "CGnustep", pkgConfig: "CGnustep"),
  // A formatter of GNUstep's whose answers are a formatter's of ReformatCore.
  .target(
    name: "GnustepFormatter",
    dependencies: [
      "CGnustep", "CServerKeys", "CWidget", "WidgetHost", library("FieldHost"),
      library("ReformatCore"),
    ],
    swiftSettings: swift),
  .executableTarget(
    name: "GnustepWidgetBenchmarks",
    dependencies: ["CGnustep", "CServerKeys", "GnustepFormatter", "WidgetSuites"],
    swiftSettings: swift),
]

let planted: [Target] =
  toolkit.plant.map { plant in
    [
      .target(
        name: "CPlantedWrite", dependencies: [plant.library], path: "Tests/CPlantedWrite",
        sources: [plant.source],
        cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),
      .executableTarget(
        name: "PlantedWrite",
        dependencies: toolkit.window + [
          "CPlantedWrite", "WidgetSuites", library("BenchmarkWorker"),
        ],
        path: "Tests/PlantedWrite", swiftSettings: swift),
    ]
  } ?? []

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
    // Keys that an X server reports, for the toolkits that have a window there.
    .target(
      name: "CServerKeys", dependencies: ["CWidget"],
      cSettings: [.treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("Xtst"), .linkedLibrary("X11")]),
    // One window with one GtkText in it, the code that drives it, and the interposed functions.
    .target(
      name: "CWidgetGtk", dependencies: ["CGtk", "CServerKeys", "CWidget"],
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("X11"), .linkedLibrary("dl")]),
    // The same with a QLineEdit.
    .systemLibrary(
      name: "CQt", pkgConfig: "Qt6Widgets",
      providers: [
        .apt(["qt6-base-dev", "libxkbcommon-dev", "libxtst-dev", "xvfb", "fonts-dejavu-core"])
      ]),
    .target(
      name: "CWidgetQt", dependencies: ["CQt", "CServerKeys", "CWidget"],
      cxxSettings: [
        .define("_GNU_SOURCE"), .define("QT_NO_KEYWORDS"), .treatAllWarnings(as: .error),
      ],
      // An executable exports its own function in place of a library's only if it links that library: xcb.
      linkerSettings: ["X11", "xcb", "xkbcommon", "dl"].map { .linkedLibrary($0) }),
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
      dependencies: toolkit.window + [
        "WidgetHost", "WidgetSuites", library("BenchmarkWorker"),
        library("CombineSuites"), library("KeystrokeSuites"),
      ],
      path: "Tests/PlantedFlicker", swiftSettings: swift),
    .testTarget(
      name: "WidgetHostTests",
      dependencies: [
        "PlantedFlicker", toolkit.program, "WidgetHost", "WidgetSuites",
        library("FieldHost"), library("KeystrokeSuites"), library("ReformatCore"),
      ] + (isGnustep ? ["GnustepFormatter"] : []) + planted.map { .target(name: $0.name) },
      exclude: isGnustep ? [] : ["FormatterTests.swift"],
      swiftSettings: swift),
  ] + planted + (isGnustep ? gnustep : []),
  cxxLanguageStandard: .cxx17)
