// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tidings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Tidings", targets: ["Tidings"])
  ],
  targets: [
    .target(name: "TidingsCore", path: "Sources/Core"),
    .target(name: "TidingsAdapters", dependencies: ["TidingsCore"], path: "Sources/Adapters"),
    .target(
      name: "TidingsTasks", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Tasks"),
    .target(
      name: "Tidings", dependencies: ["TidingsCore", "TidingsAdapters", "TidingsTasks"],
      path: "Sources/Tidings"),
    .target(name: "TestSupport", dependencies: ["Tidings"], path: "Tests/Support"),
    .testTarget(name: "CoreTests", dependencies: ["Tidings", "TestSupport"], path: "Tests/CoreTests"),
    .testTarget(
      name: "AdaptersTests", dependencies: ["Tidings", "TestSupport"], path: "Tests/AdaptersTests"),
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
