// swift-tools-version:5.3
import PackageDescription

let package = Package(
  name: "AmountField", platforms: [.iOS(.v11)],
  products: [.library(name: "AmountField", targets: ["AmountField"])],
  targets: [.target(name: "AmountField")])
