import Foundation
import Tidings
import TidingsNATS
import TidingsTesting

/// Requests to JetStream that the library does not make. They return when the server reports that they are done.
extension NATSConnection {
  /// - Parameter settings: Members of a JSON object.
  func createStream(_ name: String, _ settings: String) async throws {
    try await request("CREATE", of: name, #"{"name":"\#(name)",\#(settings)}"#)
  }

  func deleteStream(_ name: String) async throws { try await request("DELETE", of: name, "") }

  private func request(_ verb: String, of stream: String, _ settings: String) async throws {
    let reports = broadcaster(of: Data.self, on: "$JS.EVENT.ADVISORY.STREAM.\(verb)D.\(stream)").record()
    try await flush()
    try publish(Data(settings.utf8), to: "$JS.API.STREAM.\(verb).\(stream)")
    _ = try await reports.next(within: .seconds(30))
  }
}
