package import Foundation

/// The server that credentials are meant for: scheme, host and port (RFC 9110, 4.3.1).
package struct Origin: Sendable, Hashable {
  package let scheme: String
  package let host: String
  package let port: Int

  /// The origin of an address of `http` or `https` with a host; others have none, nor has one with a port that no
  /// server can have.
  package init?(_ url: URL) {
    // A port that is too large for Int is missing in both types, and must not count as the usual one.
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      parts.port != nil || parts.rangeOfPort?.isEmpty ?? true
    else { return nil }
    guard let scheme = url.scheme?.lowercased(), let usual = ["http": 80, "https": 443][scheme],
      let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? usual
    guard 1...65_535 ~= port else { return nil }
  }
}

extension URL {
  /// The same address with its scheme in small letters (RFC 3986, 3.1).
  var withLowercasedScheme: URL {
    guard let scheme, scheme != scheme.lowercased() else { return self }
    return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
  }
}
