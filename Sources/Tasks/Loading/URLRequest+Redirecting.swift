import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLRequest {
  private static let credentialFields = ["Authorization", "Cookie", "Proxy-Authorization"]

  /// This request as it may follow a redirect from a given address: without credentials where it goes elsewhere.
  ///
  /// They were meant for one origin (scheme, host and port). Foundation on Linux hands them on to whichever
  /// the redirect names.
  func redirected(from origin: URL?) -> URLRequest {
    guard url?.origin != origin?.origin else { return self }
    var request = self
    for field in Self.credentialFields {
      request.setValue(nil, forHTTPHeaderField: field)
    }
    return request
  }
}

extension URL {
  fileprivate var origin: [String?] {
    let scheme = scheme?.lowercased()
    let port = port ?? (scheme == "https" ? 443 : 80)
    return [scheme, host()?.lowercased(), String(port)]
  }
}
