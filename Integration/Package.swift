// swift-tools-version: 6.2
import PackageDescription

// The adapters for Apple's frameworks, compiled and tested on Linux against OpenCombine and stand-ins of UIKit, AppKit
// and SwiftUI. Also transfers with AsyncHTTPClient, digests of swift-crypto, and nginx.
//
// The sources of Tidings are not a dependency but links to the folders of the root package. So they are compiled here
// once more, with `canImport` true for the modules below, and as parts of one package: `package` access works. The
// stand-ins stay here: a target of the root package would make `canImport` true in programs of users.
let package = Package(
  name: "Integration",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/OpenCombine/OpenCombine", exact: "0.14.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.90.0"),
    .package(url: "https://github.com/apple/swift-nio-extras", from: "1.20.0"),
  ],
  targets: [
    .target(name: "Combine", dependencies: ["OpenCombine"]),
    .target(name: "AppleRuntime"),
    .target(name: "UIKit", dependencies: ["AppleRuntime"]),
    .target(name: "AppKit", dependencies: ["AppleRuntime"]),
    .target(name: "SwiftUI"),

    .target(name: "TidingsCore", path: "Sources/Core"),
    .target(
      name: "TidingsAdapters", dependencies: ["TidingsCore", "Combine"], path: "Sources/Adapters",
      exclude: ["Foundation"]),
    .target(
      name: "TidingsFoundation", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Adapters/Foundation"),
    .target(
      name: "TidingsUI",
      dependencies: ["TidingsCore", "TidingsAdapters", "TidingsFoundation", "UIKit", "AppKit", "SwiftUI"],
      path: "Sources/UI"),
    .target(name: "TidingsTasks", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Tasks"),
    .target(
      name: "Tidings", dependencies: ["TidingsCore", "TidingsAdapters", "TidingsFoundation", "TidingsTasks"],
      path: "Sources/Tidings"),
    .target(name: "TidingsTesting", dependencies: ["TidingsCore", "TidingsAdapters"], path: "Sources/Testing"),
    .target(name: "TestSupport", dependencies: ["Tidings", "TidingsTesting"], path: "Tests/Support"),

    .target(
      name: "AsyncHTTPClientTransport",
      dependencies: [
        "Tidings",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOFoundationEssentialsCompat", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPCompression", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "_NIOFileSystem", package: "swift-nio"),
      ]),
    .executableTarget(
      name: "download-once", dependencies: ["Tidings", .product(name: "Crypto", package: "swift-crypto")],
      path: "Sources/DownloadOnce"),

    .testTarget(
      name: "CombineTests", dependencies: ["Combine", "Tidings", "TidingsTesting", "TestSupport"]),
    .testTarget(
      name: "ControlsTests",
      dependencies: ["UIKit", "AppKit", "SwiftUI", "Tidings", "TidingsUI", "TidingsTesting", "TestSupport"]),
    .testTarget(
      name: "MainActorClientTests",
      dependencies: ["Combine", "OpenCombine", "UIKit", "Tidings", "TidingsUI", "TestSupport"],
      swiftSettings: [
        .swiftLanguageMode(.v6),
        .defaultIsolation(MainActor.self),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
    .testTarget(
      name: "TransferTests",
      dependencies: [
        "AsyncHTTPClientTransport", "Tidings", "TestSupport", "download-once",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
      ]),
  ]
)

// The client is compiled as the projects of users are, with settings of its own.
for target in package.targets where target.swiftSettings == nil {
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

// Swift Testing has additions for the frameworks of Apple, which the compiler would look for.
for target in package.targets where ["ControlsTests", "MainActorClientTests"].contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-Xfrontend", "-disable-cross-import-overlays"]))
}
