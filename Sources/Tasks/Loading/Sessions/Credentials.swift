import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The header fields of a session that say who is asking.
///
/// They are meant for one origin (scheme, host and port). A session adds those of its configuration to every request,
/// also to one that a redirect leads elsewhere with; so they are taken out, and added to the first request only.
struct Credentials: Sendable {
  private static let names: Set = ["authorization", "cookie", "proxy-authorization"]

  private let fields: [String: String]

  /// Takes the credentials out of a configuration.
  init(takenFrom configuration: URLSessionConfiguration) {
    var fields: [String: String] = [:]
    for (key, value) in configuration.httpAdditionalHeaders ?? [:] {
      guard let name = key as? String, Self.names.contains(name.lowercased()) else { continue }
      configuration.httpAdditionalHeaders?[key] = nil
      fields[name] = "\(value)"
    }
    self.fields = fields
  }

  /// The request with the credentials, where it does not bring its own.
  func added(to request: URLRequest) -> URLRequest {
    var request = request
    for (name, value) in fields where request.value(forHTTPHeaderField: name) == nil {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }
}
