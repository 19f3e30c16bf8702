package import Foundation

/// Whether and how to follow a redirect (RFC 9110, 15.4; methods as in the Fetch standard, which browsers follow).
///
/// The same address may come twice in a chain: servers set a cookie and redirect to where they were asked. So loops end
/// by their length only.
package struct RedirectRule: Sendable, Hashable {
  /// How many redirects one request may follow.
  package var maximumCount: Int

  /// Whether a request over `https` may go on over `http`, where everybody on the way can read and change it.
  package var allowsDowngrade: Bool

  /// Whether it may go on to another host. Another port of the same one is allowed anyway.
  package var allowsOtherHosts: Bool

  package init(maximumCount: Int = 20, allowsDowngrade: Bool = false, allowsOtherHosts: Bool = true) {
    self.maximumCount = maximumCount
    self.allowsDowngrade = allowsDowngrade
    self.allowsOtherHosts = allowsOtherHosts
  }

  /// The request that was redirected.
  package struct Asked: Sendable, Hashable {
    package var method: String
    package var hasBody: Bool
    package var url: URL
    /// How many redirects led to it.
    package var count: Int

    package init(method: String = "GET", hasBody: Bool = false, url: URL, count: Int = 0) {
      self.method = method
      self.hasBody = hasBody
      self.url = url
      self.count = count
    }
  }

  /// The request to go on with. It keeps the other fields of the one before.
  package struct Next: Sendable, Hashable {
    package var method: String
    /// Whether the body is sent again; otherwise ``fieldsOfBody`` go with it.
    package var keepsBody: Bool
    package var url: URL
    /// Whether it goes to another origin, so that ``fieldsOfOrigin`` stay behind.
    package var dropsCredentials: Bool
  }

  package enum Refusal: Error, Sendable, Hashable {
    /// The status is none that leads elsewhere by itself: 300, 304, 305, 306 and all but 3xx.
    case notARedirect(Int)
    case tooMany(limit: Int)
    case missingLocation
    /// It is no address, or one without a host. What it is stays out, for nobody knows what is secret in it.
    case invalidLocation
    /// It has a user or a password, “likely … to obscure the authority” (RFC 9110, 4.2.4).
    case locationWithCredentials
    case unsupportedScheme(String)
    case downgrade
    case otherHost(String)
  }

  /// Names, in small letters, of fields that are meant for one origin only.
  ///
  /// `Host` is no secret, but the name of the server that is left. Keys in fields of a service's own are not known here.
  package static let fieldsOfOrigin: Set = [
    "authorization", "cookie", "cookie2", "host", "proxy-authenticate", "proxy-authorization", "www-authenticate",
  ]

  /// Names, in small letters, of fields that speak of the body (Fetch, *request-body-header name*).
  package static let fieldsOfBody: Set = [
    "content-encoding", "content-language", "content-length", "content-location", "content-type", "transfer-encoding",
  ]

  /// Where to go on after an answer with this status and `Location`.
  package func next(after asked: Asked, status: Int, location: String?) -> Result<Next, Refusal> {
    guard [301, 302, 303, 307, 308].contains(status) else { return .failure(.notARedirect(status)) }
    guard asked.count < maximumCount else { return .failure(.tooMany(limit: maximumCount)) }
    return target(of: location, from: asked.url).map { url in
      let method = Self.method(after: asked.method, status: status)
      return Next(
        method: method, keepsBody: asked.hasBody && method == asked.method, url: url,
        dropsCredentials: Origin(url) != Origin(asked.url))
    }
  }

  /// 303 says to look elsewhere; 301 and 302 have been taken for that with `POST` for so long that they mean it. 307
  /// and 308 were made to change nothing.
  private static func method(after method: String, status: Int) -> String {
    switch (status, method.uppercased()) {
    case (301, "POST"), (302, "POST"): "GET"
    case (303, let name) where name != "GET" && name != "HEAD": "GET"
    default: method
    }
  }

  private func target(of location: String?, from base: URL) -> Result<URL, Refusal> {
    guard let location = location?.trimmingFieldSpace, !location.isEmpty else { return .failure(.missingLocation) }
    guard !location.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }),
      var parts = base.componentsOfTarget(location)
    else { return .failure(.invalidLocation) }
    guard parts.user == nil, parts.password == nil else { return .failure(.locationWithCredentials) }
    // It is not sent, and who asked never sees it.
    parts.fragment = nil
    guard let scheme = parts.scheme?.lowercased(), ["http", "https"].contains(scheme) else {
      return .failure(.unsupportedScheme(parts.scheme ?? ""))
    }
    parts.scheme = scheme
    guard let url = parts.url, let origin = Origin(url) else { return .failure(.invalidLocation) }
    guard allowsDowngrade || scheme == "https" || base.scheme?.lowercased() != "https" else {
      return .failure(.downgrade)
    }
    guard allowsOtherHosts || origin.host == Origin(base)?.host else { return .failure(.otherHost(origin.host)) }
    guard origin == Origin(base) else { return .success(url) }
    // Credentials in the address that was asked for are of this origin, like those in fields.
    let own = URLComponents(url: base, resolvingAgainstBaseURL: true)
    parts.percentEncodedUser = own?.percentEncodedUser
    parts.percentEncodedPassword = own?.percentEncodedPassword
    return .success(parts.url ?? url)
  }
}

extension URL {
  /// What a `Location` means here (RFC 9110, 10.2.2), without the user and the password of this address.
  fileprivate func componentsOfTarget(_ location: String) -> URLComponents? {
    guard var base = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    base.user = nil
    base.password = nil
    return URL(string: location.withEscapedCharacters, relativeTo: base.url).flatMap {
      URLComponents(url: $0, resolvingAgainstBaseURL: true)
    }
  }
}

extension String {
  /// The URL reference with escapes for the characters that it must not contain (RFC 3986, 2).
  ///
  /// If `URL` has to repair a reference, it also escapes the percent signs of its escapes.
  fileprivate var withEscapedCharacters: String {
    // Brackets are valid in a host only.
    let authority = firstRange(of: /^(?:[A-Za-z][A-Za-z0-9+.\-]*:)?\/\/[^\/?#]*/)
    let rest = Array(self[(authority?.upperBound ?? startIndex)...].utf8)
    var escaped = String(self[..<(authority?.upperBound ?? startIndex)])
    for (index, byte) in rest.enumerated() {
      let digits = rest.dropFirst(index + 1).prefix(2).compactMap(\.hexadecimalDigit)
      let isEscape = byte == UInt8(ascii: "%") && digits.count == 2
      if isEscape || byte.isDigit || byte.isLetter || "-._~:/?#@!$&'()*+,;=".utf8.contains(byte) {
        escaped.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        escaped += "%" + [byte].hexadecimal.uppercased()
      }
    }
    return escaped
  }
}
