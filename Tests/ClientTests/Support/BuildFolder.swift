import Foundation

/// The build folder of the running tests, with the modules and executables.
enum BuildFolder {
  static var url: URL {
    get throws {
      // On Linux, the tests are a separate program. On macOS, they are a bundle that another program loads.
      let candidates = [Bundle.main.executableURL].compactMap(\.self) + Bundle.allBundles.map(\.bundleURL)
      guard let tests = candidates.first(where: { $0.pathExtension == "xctest" }) else {
        throw NotFound(candidates: candidates)
      }
      return tests.deletingLastPathComponent()
    }
  }

  static var modules: URL {
    get throws { try url.appending(component: "Modules") }
  }

  /// An executable target of this package. `swift test` builds all of them.
  static func executable(_ name: String) throws -> URL {
    try url.appending(component: name)
  }

  struct NotFound: Error {
    let candidates: [URL]
  }
}
