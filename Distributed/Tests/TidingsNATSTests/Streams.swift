import Foundation
import Tidings
import TidingsNATS
import TidingsTesting

/// Requests to JetStream that the library does not make.
extension NATSConnection {
  /// Creates a stream, and returns when the server reports it.
  ///
  /// - Parameter settings: Members of a JSON object.
  func createStream(_ name: String, _ settings: String) async throws {
    let reports = broadcaster(of: Data.self, on: "$JS.EVENT.ADVISORY.STREAM.CREATED.\(name)").record()
    try await flush()
    try publish(Data(#"{"name":"\#(name)",\#(settings)}"#.utf8), to: "$JS.API.STREAM.CREATE.\(name)")
    _ = try await reports.next(within: .seconds(30))
  }

  /// Deletes a stream. A server without a cluster does this before it responds to the flush.
  func deleteStream(_ name: String) async throws {
    try publish(Data(), to: "$JS.API.STREAM.DELETE.\(name)")
    try await flush(timeout: .seconds(30))
  }
}
