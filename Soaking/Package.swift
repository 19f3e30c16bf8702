// swift-tools-version: 6.2
import PackageDescription

// Millions of random operations on random graphs of operators. A package of its own, so that it is built in release mode
// and only where it is asked for; it sees of the library what users see.
let package = Package(
  name: "Soaking",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "Tidings", path: "..")
  ],
  targets: [
    .executableTarget(
      name: "soak", dependencies: [.product(name: "Tidings", package: "Tidings")],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .treatAllWarnings(as: .error),
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ])
  ]
)
