import Foundation
import Weaving

/// A copy of the sources with all mutations compiled in, as a package of its own with one program: it runs scenarios.
struct MutatedPackage {
  private let root = URL(fileURLWithPath: ".build/mutations/package")
  private let files = FileManager.default

  init(_ catalog: Catalog) throws {
    var copies = try self.copies(from: "Sources/Core", to: "Sources/Core")
    try copies.merge(self.copies(from: "Sources/Adapters", to: "Sources/Adapters")) { $1 }
    try copies.merge(self.copies(from: "Explorer/Sources/ThreadExplorer", to: "ThreadExplorer")) { $1 }
    try copies.merge(self.copies(from: "Tests/ExploredTests", to: "Scenarios")) { $1 }
    // The tests: here a program runs the scenarios instead.
    copies["Scenarios/ExplorationTests.swift"] = nil
    copies["Scenarios/Program.swift"] = Self.program
    copies["Sources/Core/Mutation.swift"] = Weaver.switchSource
    copies["Package.swift"] = Self.manifest
    var weavers: [String: Weaver] = [:]
    for (number, mutation) in catalog.mutations.enumerated() {
      for path in Set(mutation.changes.map(\.path)) {
        guard let text = copies[path] else {
          throw WeavingError("\(mutation.name): does not apply, as there is no file \(path)")
        }
        try weavers[path, default: Weaver(path: path, text: text)].weave(mutation, number: number)
      }
    }
    for (path, weaver) in weavers { copies[path] = weaver.text }
    try write(copies)
  }

  private func copies(from source: String, to destination: String) throws -> [String: String] {
    var copies: [String: String] = [:]
    for path in try files.subpathsOfDirectory(atPath: source) where path.hasSuffix(".swift") {
      copies["\(destination)/\(path)"] = try String(contentsOfFile: "\(source)/\(path)", encoding: .utf8)
    }
    return copies
  }

  /// Writes only what has changed, so that the compiler has little to do.
  private func write(_ copies: [String: String]) throws {
    for path in (try? files.subpathsOfDirectory(atPath: root.path)) ?? [] where path.hasSuffix(".swift") {
      if copies[path] == nil { try files.removeItem(at: root.appendingPathComponent(path)) }
    }
    for (path, text) in copies {
      let file = root.appendingPathComponent(path)
      if let written = try? String(contentsOf: file, encoding: .utf8), written == text { continue }
      try files.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
  }

  /// Compiles, and returns the program.
  func build() throws -> URL {
    let arguments = [
      "swift", "build", "--configuration", "release", "--package-path", root.path, "--scratch-path",
      ".build/mutations/build",
    ]
    let build = try Execution.run("/usr/bin/env", arguments, printsOutput: true)
    guard case .exited(0) = build.outcome else { throw WeavingError("The mutated sources do not compile") }
    return URL(fileURLWithPath: ".build/mutations/build/release/scenarios")
  }

  /// The names of all scenarios.
  func scenarios() throws -> [String] {
    let list = try Execution.run(".build/mutations/build/release/scenarios", ["--list"])
    return list.output.split(separator: "\n").map(String.init)
  }

  private static let manifest = """
    // swift-tools-version: 6.2
    import PackageDescription

    let settings: [SwiftSetting] = [
      .swiftLanguageMode(.v6),
      .define("TIDINGS_EXPLORED_THREADS"),
      .unsafeFlags(["-suppress-warnings"]),
      .enableUpcomingFeature("ExistentialAny"),
      .enableUpcomingFeature("InternalImportsByDefault"),
      .enableUpcomingFeature("MemberImportVisibility"),
    ]

    let package = Package(
      name: "Mutated",
      platforms: [.macOS(.v15)],
      targets: [
        .target(name: "TidingsCore", path: "Sources/Core", swiftSettings: settings),
        .target(name: "TidingsAdapters", dependencies: ["TidingsCore"], path: "Sources/Adapters", swiftSettings: settings),
        .target(name: "ThreadExplorer", path: "ThreadExplorer", swiftSettings: settings),
        .executableTarget(
          name: "scenarios", dependencies: ["TidingsCore", "TidingsAdapters", "ThreadExplorer"], path: "Scenarios",
          swiftSettings: settings),
      ]
    )
    """

  private static let program = """
    import Foundation
    import ThreadExplorer

    /// Lists the scenarios, or runs at most so many schedules of all, or of some until one fails.
    @main
    struct Program {
      static func main() {
        var names = Array(CommandLine.arguments.dropFirst())
        let option = names.removeFirst()
        if option == "--list" {
          for scenario in ExploredScenario.all { print(scenario.name) }
          return
        }
        let limit = Int(names.removeFirst())!
        let runsAll = option == "--all"
        for scenario in ExploredScenario.all where runsAll || names.contains(scenario.name) {
          if hasFailed(scenario, limit), !runsAll { exit(1) }
        }
      }

      static func hasFailed(_ scenario: ExploredScenario, _ limit: Int) -> Bool {
        for result in scenario.explore(scheduleLimit: limit) {
          guard let failure = result.failure else { continue }
          print("FAILED after \\(result.schedules) schedules of \\(scenario.name)")
          print(failure)
          fflush(nil)
          return true
        }
        return false
      }
    }
    """
}
