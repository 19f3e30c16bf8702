// swift-tools-version: 6.2
import PackageDescription

// The publishers of Tidings across machines, on NATS. A nested package, because it needs the C client of NATS.
let tidings = Target.Dependency.product(name: "Tidings", package: "Tidings")
let tidingsTesting = Target.Dependency.product(name: "TidingsTesting", package: "Tidings")

let package = Package(
  name: "Distributed",
  platforms: [.macOS(.v15)],
  products: [.library(name: "TidingsNATS", targets: ["TidingsNATS"])],
  dependencies: [.package(name: "Tidings", path: "..")],
  targets: [
    .systemLibrary(
      name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"]), .brew(["cnats"])]),
    .target(name: "TidingsNATS", dependencies: ["CNATS", tidings]),
    .target(name: "NATSServer"),
    .executableTarget(name: "demo", dependencies: ["NATSServer", "TidingsNATS", tidings]),
    .executableTarget(name: "benchmark", dependencies: ["CNATS", "NATSServer", "TidingsNATS", tidings]),
    .executableTarget(name: "fetch", dependencies: ["TidingsNATS", tidings]),
    .executableTarget(name: "numbers", dependencies: ["TidingsNATS", tidings]),
    .testTarget(
      name: "TidingsNATSTests",
      dependencies: ["NATSServer", "fetch", "numbers", "TidingsNATS", tidings, tidingsTesting]),
  ]
)

// As in the manifest of Tidings.
let warnings: [SwiftSetting] =
  Context.environment["TIDINGS_WARNINGS_AS_ERRORS"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

for target in package.targets where target.type != .system {
  target.swiftSettings =
    warnings + [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}
