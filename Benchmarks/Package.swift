// swift-tools-version: 6.2
import PackageDescription

let tidings = Target.Dependency.product(name: "Tidings", package: "Tidings")
let tidingsTesting = Target.Dependency.product(name: "TidingsTesting", package: "Tidings")
let openCombine = Target.Dependency.product(name: "OpenCombine", package: "OpenCombine")
let openCombineDispatch = Target.Dependency.product(name: "OpenCombineDispatch", package: "OpenCombine")
let asyncAlgorithms = Target.Dependency.product(name: "AsyncAlgorithms", package: "swift-async-algorithms")

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
    .target(name: "TidingsSide", dependencies: ["Harness", "TidingsMapSide", tidings]),
    .target(name: "TidingsMapSide", dependencies: ["Harness", tidings, tidingsTesting]),
    .target(name: "OpenCombineSide", dependencies: ["Harness", openCombine, openCombineDispatch]),
    .target(name: "AsyncSide", dependencies: ["Harness", asyncAlgorithms]),
    .target(name: "NotificationSide", dependencies: ["Harness"]),
    .target(name: "ObservationSide", dependencies: ["Harness"]),
    .target(name: "FileServer"),
    .target(name: "TransferSide", dependencies: ["FileServer", "Harness", tidings]),
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "AsyncSide", "FloorSide", "Harness", "NotificationSide", "ObservationSide", "OpenCombineSide", "TidingsSide",
        "TransferSide",
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
