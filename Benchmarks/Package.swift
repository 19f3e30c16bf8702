// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Benchmarks",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tidings", path: ".."),
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/apple/swift-async-algorithms", exact: "1.1.4"),
  ],
  targets: [
    .target(name: "AllocationCounting"),
    .target(name: "Harness", dependencies: ["AllocationCounting"]),
    .target(name: "FloorB"),
    .target(name: "FloorSide", dependencies: ["FloorB", "Harness"]),
    .target(
      name: "TidingsSide",
      dependencies: [
        "Harness", "TidingsMapSide", "TidingsTestingSide", .product(name: "Tidings", package: "Tidings"),
      ]),
    .target(
      name: "TidingsMapSide", dependencies: ["Harness", .product(name: "Tidings", package: "Tidings")]),
    .target(
      name: "TidingsTestingSide",
      dependencies: [
        "Harness", .product(name: "Tidings", package: "Tidings"),
        .product(name: "TidingsTesting", package: "Tidings"),
      ]),
    .target(
      name: "OpenCombineSide",
      dependencies: [
        "Harness", .product(name: "OpenCombine", package: "OpenCombine"),
        .product(name: "OpenCombineDispatch", package: "OpenCombine"),
      ]),
    .target(
      name: "AsyncSide",
      dependencies: ["Harness", .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .target(name: "NotificationSide", dependencies: ["Harness"]),
    .target(name: "ObservationSide", dependencies: ["Harness"]),
    .target(name: "FileServer"),
    .target(
      name: "TransferSide",
      dependencies: ["FileServer", "Harness", .product(name: "Tidings", package: "Tidings")]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "AsyncSide", "FileServer", "FloorSide", "Harness", "NotificationSide", "ObservationSide", "OpenCombineSide",
        "TidingsSide", "TransferSide",
      ]),
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
