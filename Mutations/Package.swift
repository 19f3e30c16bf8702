// swift-tools-version: 6.2
import PackageDescription

// Compiles every mutation of Tests/Mutations into a copy of the sources and demands that a scenario notices each.
let package = Package(
  name: "Mutations",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Weaving"),
    .executableTarget(name: "mutations", dependencies: ["Weaving"]),
    .testTarget(name: "WeavingTests", dependencies: ["Weaving"]),
  ]
)

for target in package.targets {
  target.swiftSettings = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .strictMemorySafety(),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ]
}
