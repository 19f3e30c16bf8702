// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tidings", path: "..")
  ],
  targets: [
    .target(name: "AllocationCounting"),
    .target(name: "Harness", dependencies: ["AllocationCounting"]),
    .target(name: "FloorB"),
    .target(name: "FloorSide", dependencies: ["FloorB", "Harness"]),
    .target(
      name: "TidingsSide",
      dependencies: ["Harness", "TidingsTestingSide", .product(name: "Tidings", package: "Tidings")]),
    .target(
      name: "TidingsTestingSide",
      dependencies: [
        "Harness", .product(name: "Tidings", package: "Tidings"),
        .product(name: "TidingsTesting", package: "Tidings"),
      ]),
    .target(name: "FileServer"),
    .target(
      name: "TransferSide",
      dependencies: ["FileServer", .product(name: "Tidings", package: "Tidings")]),
    .executableTarget(
      name: "benchmarks", dependencies: ["FileServer", "FloorSide", "Harness", "TidingsSide", "TransferSide"]),
  ]
)

for target in package.targets where target.name != "AllocationCounting" {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
