package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
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

  /// Follows no redirects. A redirect fails the transfer, unless its status is acceptable.
  public static let none = RedirectPolicy(maximumCount: 0)

  /// Creates a policy. The default values are those of ``standard``.
  public init(maximumCount: Int = 20, allowsOtherHosts: Bool = true, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsOtherHosts = allowsOtherHosts
    self.allowsDowngrade = allowsDowngrade
  }

  /// Returns the redirected request, or nil if the response is not a redirect (RFC 9110, 15.4).
  ///
  /// The method changes as in the Fetch standard. One chain may contain the same URL twice, because servers set a cookie and
  /// redirect to the same URL. So only the number of redirects, `count`, ends a loop. `hasBody` includes an upload.
  /// `fieldsOfOrigin` are the names, in small letters, of more headers that are meant for one origin only.
  package func redirect(
    _ request: URLRequest, hasBody: Bool, count: Int, status: Int, location: String?,
    fieldsOfOrigin: Set<String> = []
  ) throws(RefusedRedirect) -> (request: URLRequest, keepsBody: Bool)? {
    guard [301, 302, 303, 307, 308].contains(status), let url = request.url else { return nil }
    guard count < maximumCount else {
      throw RefusedRedirect(reason: "there were more than \(maximumCount) redirects in a row")
    }
    let target = try target(of: location, from: url)
    let method = request.httpMethod ?? "GET"
    // 303 means another resource. 301 and 302 have been treated the same way after POST for so long that they mean it.
    let name = method.uppercased()
    let becomesGet = status == 303 && name != "GET" && name != "HEAD" || [301, 302].contains(status) && name == "POST"
    let keepsBody = hasBody && !becomesGet
    if keepsBody, !request.isRepeatable {
      throw RefusedRedirect(reason: "its body is a stream, which cannot be sent again")
    }
    var redirected = request
    redirected.url = target
    if becomesGet { redirected.httpMethod = "GET" }
    if !keepsBody {
      (redirected.httpBody, redirected.httpBodyStream) = (nil, nil)
      redirected.removeFields(Self.fieldsOfBody)
    }
    if Origin(target) != Origin(url) { redirected.removeFields(Self.fieldsOfOrigin.union(fieldsOfOrigin)) }
    return (redirected, keepsBody)
  }

  /// Names, in small letters, of headers for one origin only. `Host` is not secret, but names the previous server.
  private static let fieldsOfOrigin: Set = [
    "authorization", "cookie", "cookie2", "host", "proxy-authenticate", "proxy-authorization", "www-authenticate",
  ]

  /// Names, in small letters, of headers that describe the body (Fetch, *request-body-header name*).
  private static let fieldsOfBody: Set = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type", "transfer-encoding",
  ]

  private func target(of location: String?, from base: URL) throws(RefusedRedirect) -> URL {
    guard let location = location?.trimmingFieldSpace, !location.isEmpty else {
      throw RefusedRedirect(reason: "it has no Location")
    }
    // The Location is not repeated, because it may contain secrets.
    let invalid = RefusedRedirect(reason: "its Location is not a valid URL")
    guard !location.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      var parts = base.componentsOfTarget(location)
    else { throw invalid }
    // “Likely … to obscure the authority” (RFC 9110, 4.2.4).
    guard parts.user == nil, parts.password == nil else {
      throw RefusedRedirect(reason: "its Location has a user or a password")
    }
    // The fragment is not sent, and the caller does not see it.
    parts.fragment = nil
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      throw RefusedRedirect(reason: "its Location has the scheme “\(parts.scheme ?? "")”")
    }
    parts.scheme = scheme
    guard let url = parts.url, let origin = Origin(url) else { throw invalid }
    guard allowsDowngrade || scheme == "https" || base.scheme?.lowercased() != "https" else {
      throw RefusedRedirect(reason: "it goes from https to http")
    }
    guard allowsOtherHosts || origin.host == Origin(base)?.host else {
      throw RefusedRedirect(reason: "it goes to another host, “\(origin.host)”")
    }
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
  /// Escapes invalid characters (RFC 3986, 2). A repair by `URL` would also escape the percent signs of valid escapes.
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

/// The reason for which a redirect is not followed, as the end of a sentence.
package struct RefusedRedirect: Error {
  package let reason: String
}

extension URLRequest {
  fileprivate mutating func removeFields(_ names: Set<String>) {
    for name in (allHTTPHeaderFields ?? [:]).keys where names.contains(name.lowercased()) {
      setValue(nil, forHTTPHeaderField: name)
    }
  }
}
