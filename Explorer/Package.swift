// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Explorer",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "ThreadExplorer", targets: ["ThreadExplorer"])
  ],
  targets: [
    .target(name: "ThreadExplorer"),
    .testTarget(name: "ThreadExplorerTests", dependencies: ["ThreadExplorer"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
