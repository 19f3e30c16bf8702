import Foundation

/// The build folder of the running tests, with the modules and executables.
enum BuildFolder {
  static var url: URL {
    get throws {
      // The tests are a program of their own on Linux, and a bundle that another program loads on macOS.
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

  /// An executable target of this package; `swift test` builds them all.
  static func executable(_ name: String) throws -> URL {
    try url.appending(component: name)
  }

  struct NotFound: Error {
    let candidates: [URL]
  }
}
