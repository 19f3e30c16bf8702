// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Tidings",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "Tidings", targets: ["Tidings"]),
    .library(name: "TidingsCore", targets: ["TidingsCore"]),
    .library(name: "TidingsAdapters", targets: ["TidingsAdapters"]),
    .library(name: "TidingsFoundation", targets: ["TidingsFoundation"]),
    .library(name: "TidingsTasks", targets: ["TidingsTasks"]),
    .library(name: "TidingsUI", targets: ["TidingsUI"]),
    .library(name: "TidingsTesting", targets: ["TidingsTesting"]),
  ],
  targets: [
    .target(name: "TidingsCore", path: "Sources/Core"),
    .target(
      name: "TidingsAdapters", dependencies: ["TidingsCore"], path: "Sources/Adapters", exclude: ["Foundation"]),
    .target(
      name: "TidingsFoundation", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Adapters/Foundation"),
    .target(
      name: "TidingsTasks", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Tasks"),
    .target(
      name: "Tidings", dependencies: ["TidingsCore", "TidingsAdapters", "TidingsFoundation", "TidingsTasks"],
      path: "Sources/Tidings"),
    .target(
      name: "TidingsUI", dependencies: ["TidingsCore", "TidingsAdapters", "TidingsFoundation"], path: "Sources/UI"),
    .target(
      name: "TidingsTesting", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Testing"),
    .target(name: "TestSupport", dependencies: ["Tidings", "TidingsTesting"], path: "Tests/Support"),
    .testTarget(
      name: "CoreTests", dependencies: ["Tidings", "TidingsTesting", "TestSupport"], path: "Tests/CoreTests"),
    .testTarget(
      name: "AdaptersTests", dependencies: ["Tidings", "TidingsTesting", "TestSupport"], path: "Tests/AdaptersTests"),
    .testTarget(
      name: "TestingTests", dependencies: ["Tidings", "TidingsTesting", "TestSupport"], path: "Tests/TestingTests"),
    .testTarget(
      name: "TasksTests", dependencies: ["Tidings", "TidingsTesting", "TestSupport"], path: "Tests/TasksTests"),
    .testTarget(name: "SanitizerTests", dependencies: ["TestSupport"], path: "Tests/SanitizerTests"),
    .testTarget(
      name: "FuzzTests", dependencies: ["Tidings", "TidingsTesting", "TestSupport"], path: "Tests/Fuzzing",
      exclude: ["Corpus"]),
    .testTarget(name: "ClientTests", dependencies: ["HostSupport", "TestSupport"], path: "Tests/ClientTests"),
    .target(name: "HostSupport", dependencies: ["Tidings"], path: "Tests/Hosts/HostSupport"),
    .executableTarget(name: "AsyncMain", dependencies: ["HostSupport"], path: "Tests/Hosts/AsyncMain"),
    .executableTarget(name: "DispatchMain", dependencies: ["HostSupport"], path: "Tests/Hosts/DispatchMain"),
    .executableTarget(name: "RunLoopMain", dependencies: ["HostSupport"], path: "Tests/Hosts/RunLoopMain"),
    .executableTarget(
      name: "SwiftTestingSamples", dependencies: ["Tidings", "TidingsTesting"], path: "Tests/Hosts/SwiftTestingSamples"),
    .executableTarget(name: "TopLevel", dependencies: ["HostSupport"], path: "Tests/Hosts/TopLevel"),
    .executableTarget(
      name: "XCTestSamples", dependencies: ["Tidings", "TidingsTesting"], path: "Tests/Hosts/XCTestSamples"),
    .executableTarget(name: "Swift6Client", dependencies: ["Tidings", "HostSupport"], path: "Tests/Clients/Swift6"),
    .executableTarget(
      name: "MainActorByDefaultClient", dependencies: ["Tidings", "HostSupport"],
      path: "Tests/Clients/MainActorByDefault",
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .executableTarget(
      name: "Swift5Client", dependencies: ["Tidings", "HostSupport"], path: "Tests/Clients/Swift5",
      swiftSettings: [.swiftLanguageMode(.v5)]),
  ]
)

// Warnings are errors only for the scripts, which set the variable. Xcode and the new build system of SwiftPM suppress the
// warnings of dependencies, and fail if a dependency makes them errors.
let warnings: [SwiftSetting] =
  Context.environment["TIDINGS_WARNINGS_AS_ERRORS"] == nil
  ? [] : [.treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error)]

// The clients are compiled as the projects of users are, with settings of their own.
for target in package.targets where target.swiftSettings == nil {
  target.swiftSettings =
    warnings + [
      .swiftLanguageMode(.v6),
      .strictMemorySafety(),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]
}

// A build without some of the tests does not compile them: TIDINGS_WITHOUT_TESTS=CoreTests,FuzzTests. Programs of this
// package are for ClientTests. Only Scripts set the variable, so users see no difference.
if let names = Context.environment["TIDINGS_WITHOUT_TESTS"]?.split(separator: ",").map(String.init) {
  package.targets.removeAll { target in
    names.contains(target.name) || (target.type == .executable && names.contains("ClientTests"))
  }
}
