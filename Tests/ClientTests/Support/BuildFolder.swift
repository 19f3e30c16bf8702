import Foundation

/// The folder that the running tests were built into, whatever its path: with the modules and executables beside them.
enum BuildFolder {
  static var url: URL {
    get throws {
      let bundles = Bundle.allBundles.map(\.bundleURL) + [Bundle.main.executableURL].compactMap(\.self)
      guard let tests = bundles.first(where: { $0.pathExtension == "xctest" }) else { throw NotFound(bundles: bundles) }
      return tests.deletingLastPathComponent()
    }
  }

  static var modules: URL {
    get throws { try url.appending(component: "Modules") }
  }

  /// An executable target of this package; `swift test` builds them all.
  static func executable(_ name: String) throws -> URL {
    try url.appending(component: name)
  }

  struct NotFound: Error {
    let bundles: [URL]
  }
}
