// swift-tools-version: 6.2
import PackageDescription

// This is a separate package, so that the main build needs no GTK.

let swift: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

func library(_ name: String) -> Target.Dependency {
  .product(name: name, package: "keystroke-bench")
}

let package = Package(
  name: "WidgetBenchmarks",
  dependencies: [.package(name: "keystroke-bench", path: "../..")],
  targets: [
    .systemLibrary(
      name: "CGtk", pkgConfig: "gtk4-x11",
      providers: [.apt(["libgtk-4-dev", "libxtst-dev", "xvfb", "fonts-dejavu-core"])]),
    // One window with one GtkText in it, the code that drives it, and the interposed functions.
    .target(
      name: "CWidget", dependencies: ["CGtk"],
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)],
      linkerSettings: [.linkedLibrary("Xtst"), .linkedLibrary("X11"), .linkedLibrary("dl")]),
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
      name: "WidgetBenchmarks",
      dependencies: ["WidgetHost", "WidgetSuites", library("BenchmarkWorker")],
      swiftSettings: swift),
    // Workers with a defect, which a comparison must find.
    .executableTarget(
      name: "PlantedFlicker",
      dependencies: [
        "WidgetHost", "WidgetSuites", library("BenchmarkWorker"), library("CombineSuites"),
        library("KeystrokeSuites"),
      ],
      path: "Tests/PlantedFlicker", swiftSettings: swift),
    .target(
      name: "CPlantedWrite", dependencies: ["CGtk"], path: "Tests/CPlantedWrite",
      cSettings: [.define("_GNU_SOURCE"), .treatAllWarnings(as: .error)]),
    .executableTarget(
      name: "PlantedWrite",
      dependencies: ["CPlantedWrite", "WidgetSuites", library("BenchmarkWorker")],
      path: "Tests/PlantedWrite", swiftSettings: swift),
    .testTarget(
      name: "WidgetHostTests",
      dependencies: [
        "PlantedFlicker", "PlantedWrite", "WidgetBenchmarks", "WidgetHost", "WidgetSuites",
        library("FieldHost"), library("KeystrokeSuites"), library("ReformatCore"),
      ],
      swiftSettings: swift),
  ])
