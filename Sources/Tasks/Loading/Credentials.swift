import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The header fields of a session that say who is asking.
///
/// They are meant for one origin (scheme, host and port). Foundation on Linux hands those of a request on to wherever
/// a redirect leads, and adds those of the configuration there again; so downloads add them to the first request only.
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

  /// The request as it may follow a redirect: without credentials if it leads to another origin.
  static func kept(in request: URLRequest, redirectedFrom origin: URL?) -> URLRequest {
    guard request.url?.origin != origin?.origin else { return request }
    var request = request
    for name in names {
      request.setValue(nil, forHTTPHeaderField: name)
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
