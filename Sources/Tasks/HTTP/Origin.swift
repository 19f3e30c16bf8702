package import Foundation

/// The server that credentials are meant for: scheme, host and port (RFC 9110, 4.3.1).
package struct Origin: Sendable, Hashable {
  package let scheme: String
  package let host: String
  package let port: Int

  /// The origin of an address of `http` or `https` with a host; others have none.
  package init?(_ url: URL) {
    guard let scheme = url.scheme?.lowercased(), let usual = ["http": 80, "https": 443][scheme],
      let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = url.port ?? usual
  }
}
