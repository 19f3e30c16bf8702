package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The redirects that a transfer follows.
///
/// `Authorization`, `Cookie` and `Proxy-Authorization` are sent only to the origin (scheme, host and port) that the
/// request was meant for.
public struct RedirectPolicy: Sendable, Hashable {
  /// The maximum number of redirects in a row. One more ends the transfer.
  public var maximumCount: Int

  /// Whether redirects to other hosts are followed. Another port of the same host is always allowed.
  public var allowsOtherHosts: Bool

  /// Whether a redirect from `https` to `http` is followed. Over `http`, others can read and change the body.
  public var allowsDowngrade: Bool

  /// Follows safe redirects, up to 20 in a row, as browsers do.
  public static let standard = RedirectPolicy()

  /// Follows no redirects: a redirect ends the transfer.
  public static let none = RedirectPolicy(maximumCount: 0)

  /// Creates a policy. The default values are those of ``standard``.
  ///
  /// - Parameters:
  ///   - maximumCount: The maximum number of redirects in a row.
  ///   - allowsOtherHosts: Whether redirects to other hosts are followed.
  ///   - allowsDowngrade: Whether a redirect from `https` to `http` is followed.
  public init(maximumCount: Int = 20, allowsOtherHosts: Bool = true, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsOtherHosts = allowsOtherHosts
    self.allowsDowngrade = allowsDowngrade
  }
}

/// The changes to a request that was redirected (RFC 9110, 15.4; methods as in the Fetch standard).
package struct Redirect: Sendable, Hashable {
  package var method: String
  /// Whether the body is sent again. Otherwise, the headers that describe it are removed.
  package var keepsBody: Bool
  package var url: URL
  /// Whether the URL has another origin, so that headers for the first origin are removed.
  package var dropsCredentials: Bool

  /// The reasons for which a redirect is not followed.
  package enum Refusal: Error, Sendable, Hashable {
    /// The response is not a redirect: 300, 304, 305, 306 and all but 3xx.
    case notARedirect(Int)
    case tooMany(limit: Int)
    case missingLocation
    /// The `Location` is not a valid URL, or has no host. It is not repeated, because it may contain secrets.
    case invalidLocation
    /// The `Location` has a user or a password, “likely … to obscure the authority” (RFC 9110, 4.2.4).
    case locationWithCredentials
    case unsupportedScheme(String)
    case downgrade
    case otherHost(String)
    /// The body would have to be sent again, but a stream can be read only once.
    case bodyIsStream
  }

  /// Names, in small letters, of headers that are meant for one origin only.
  ///
  /// `Host` is not secret, but it is the name of the previous server. Keys in custom headers are not known here.
  private static let fieldsOfOrigin: Set = [
    "authorization", "cookie", "cookie2", "host", "proxy-authenticate", "proxy-authorization", "www-authenticate",
  ]

  /// Names, in small letters, of headers that describe the body (Fetch, *request-body-header name*).
  private static let fieldsOfBody: Set = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type", "transfer-encoding",
  ]

  /// Returns the redirected request. It keeps all other headers.
  func applied(to request: URLRequest) -> URLRequest {
    var redirected = request
    redirected.url = url
    redirected.httpMethod = method
    if !keepsBody { (redirected.httpBody, redirected.httpBodyStream) = (nil, nil) }
    for name in (request.allHTTPHeaderFields ?? [:]).keys {
      let isOfOrigin = dropsCredentials && Self.fieldsOfOrigin.contains(name.lowercased())
      let isOfBody = !keepsBody && Self.fieldsOfBody.contains(name.lowercased())
      if isOfOrigin || isOfBody { redirected.setValue(nil, forHTTPHeaderField: name) }
    }
    return redirected
  }
}

extension RedirectPolicy {
  /// Decides about a response to a request.
  ///
  /// One chain may contain the same URL twice, because servers set a cookie and redirect to the same URL. So only the
  /// number of redirects ends a loop.
  ///
  /// - Parameter count: The number of redirects that led to the request.
  package func redirect(
    from url: URL, method: String, hasBody: Bool, count: Int, status: Int, location: String?
  ) throws(Redirect.Refusal) -> Redirect {
    guard [301, 302, 303, 307, 308].contains(status) else { throw .notARedirect(status) }
    guard count < maximumCount else { throw .tooMany(limit: maximumCount) }
    let target = try target(of: location, from: url)
    // 303 means another resource. 301 and 302 have been treated the same way after POST for so long that they mean it.
    let name = method.uppercased()
    let becomesGet = status == 303 && name != "GET" && name != "HEAD" || [301, 302].contains(status) && name == "POST"
    let nextMethod = becomesGet ? "GET" : method
    return Redirect(
      method: nextMethod, keepsBody: hasBody && nextMethod == method, url: target,
      dropsCredentials: Origin(target) != Origin(url))
  }

  private func target(of location: String?, from base: URL) throws(Redirect.Refusal) -> URL {
    guard let location = location?.trimmingFieldSpace, !location.isEmpty else { throw .missingLocation }
    guard !location.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      var parts = base.componentsOfTarget(location)
    else { throw .invalidLocation }
    guard parts.user == nil, parts.password == nil else { throw .locationWithCredentials }
    // The fragment is not sent, and the caller does not see it.
    parts.fragment = nil
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw .unsupportedScheme(parts.scheme ?? "")
    }
    parts.scheme = scheme
    guard let url = parts.url, let origin = Origin(url) else { throw .invalidLocation }
    guard allowsDowngrade || scheme == "https" || base.scheme?.lowercased() != "https" else { throw .downgrade }
    guard allowsOtherHosts || origin.host == Origin(base)?.host else { throw .otherHost(origin.host) }
    guard origin == Origin(base) else { return url }
    // Credentials in the requested URL are for this origin, like those in headers.
    let own = URLComponents(url: base, resolvingAgainstBaseURL: true)
    parts.percentEncodedUser = own?.percentEncodedUser
    parts.percentEncodedPassword = own?.percentEncodedPassword
    return parts.url ?? url
  }
}

extension URL {
  /// Resolves a `Location` (RFC 9110, 10.2.2), without the user and the password of this URL.
  fileprivate func componentsOfTarget(_ location: String) -> URLComponents? {
    guard var base = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    base.user = nil
    base.password = nil
    return URL(string: location.withEscapedCharacters, relativeTo: base.url).flatMap {
      URLComponents(url: $0, resolvingAgainstBaseURL: true)
    }
  }

  /// The same URL with its scheme in small letters (RFC 3986, 3.1).
  var withLowercasedScheme: URL {
    guard let scheme, scheme != scheme.lowercased() else { return self }
    return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
  }
}

extension String {
  /// The URL reference with escapes for the characters that it must not contain (RFC 3986, 2).
  ///
  /// If `URL` has to repair a reference, it also escapes the percent signs of its escapes.
  fileprivate var withEscapedCharacters: String {
    // Brackets are valid in a host only.
    let authority = prefixMatch(of: /(?:[A-Za-z][A-Za-z0-9+.\-]*:)?\/\/[^\/?#]*/)?.output ?? ""
    let rest = String(self[authority.endIndex...]).replacing(/%(?![0-9A-Fa-f]{2})/, with: "%25")
    return authority + (rest.addingPercentEncoding(withAllowedCharacters: Self.unescaped) ?? rest)
  }

  private static let unescaped = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789%-._~:/?#@!$&'()*+,;=")
}

/// The server that credentials are meant for: scheme, host and port (RFC 9110, 4.3.1).
package struct Origin: Sendable, Hashable {
  package let scheme: String
  package let host: String
  package let port: Int

  /// The origin of an `http` or `https` URL with a host and a valid port, or nil for other URLs.
  package init?(_ url: URL) {
    // A port that is too large for Int is missing in both types, and must not count as the default port.
    guard let parts = URLComponents(url: url, resolvingAgainstBaseURL: true),
      parts.port != nil || parts.rangeOfPort?.isEmpty ?? true,
      let scheme = url.scheme?.lowercased(), let defaultPort = ["http": 80, "https": 443][scheme],
      let host = url.host(percentEncoded: false)?.lowercased(), !host.isEmpty,
      1...65_535 ~= parts.port ?? defaultPort
    else { return nil }
    self.scheme = scheme
    self.host = host
    port = parts.port ?? defaultPort
  }
}

extension Redirect.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARedirect(let status): "the status \(status) is not a redirect"
    case .tooMany(let limit): "there were more than \(limit) redirects in a row"
    case .missingLocation: "it has no Location"
    case .invalidLocation: "its Location is not a valid URL"
    case .locationWithCredentials: "its Location has a user or a password"
    case .unsupportedScheme(let scheme): "its Location has the scheme “\(scheme)”"
    case .downgrade: "it goes from https to http"
    case .otherHost(let host): "it goes to another host, “\(host)”"
    case .bodyIsStream: "its body is a stream, which cannot be sent again"
    }
  }
}
