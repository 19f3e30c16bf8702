// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tidings", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/swhitty/FlyingFox", .upToNextMinor(from: "0.27.0")),
  ],
  targets: [
    .executableTarget(
      name: "fetch",
      dependencies: [
        "Fetching",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "Fetching",
      dependencies: [
        .product(name: "Tidings", package: "Tidings"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),
    .testTarget(
      name: "FetchingTests",
      dependencies: [
        "Fetching", "fetch",
        .product(name: "Tidings", package: "Tidings"),
        .product(name: "FlyingFox", package: "FlyingFox"),
        .product(name: "FlyingSocks", package: "FlyingFox"),
      ]),

    .executableTarget(
      name: "tour", dependencies: ["Fetching", "Inbox", .product(name: "Tidings", package: "Tidings")]),
    .target(name: "Inbox", dependencies: [.product(name: "Tidings", package: "Tidings")]),
    .testTarget(
      name: "InboxTests", dependencies: ["Inbox", .product(name: "Tidings", package: "Tidings")]),

    .target(name: "Search", dependencies: [.product(name: "Tidings", package: "Tidings")]),
    .testTarget(
      name: "SearchTests",
      dependencies: [
        "Search",
        .product(name: "Tidings", package: "Tidings"),
        .product(name: "TidingsTesting", package: "Tidings"),
      ]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
