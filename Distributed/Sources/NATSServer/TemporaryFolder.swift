package import Foundation

/// A folder that is removed with the last reference.
package final class TemporaryFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appending(component: "nats-\(UUID().uuidString)")

  package init() throws { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) }

  deinit { remove() }

  package func remove() { try? FileManager.default.removeItem(at: url) }
}
