package import Foundation

extension URL {
  /// The URL as it may appear in files and in lists of downloads, without credentials.
  ///
  /// User, password and fragment are left out. Values of the query are replaced by an asterisk, because they may be
  /// signatures: `https://host/file?expires=*&signature=*`. A query without names is one value.
  package var withoutCredentials: URL {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return Self.unreadable }
    parts.user = nil
    parts.password = nil
    parts.fragment = nil
    parts.percentEncodedQuery = parts.percentEncodedQuery.map { query in
      query.split(separator: "&").map { item in
        item.firstIndex(of: "=").map { item[...$0] + "*" } ?? "*"
      }.joined(separator: "&")
    }
    // After the components are put together, a user may be found again, as in `://me:secret@host`.
    guard let url = parts.url, url.user() == nil, url.password() == nil, url.fragment == nil else {
      return Self.unreadable
    }
    return url
  }

  /// Replaces a URL that cannot be parsed, because its secrets cannot be found.
  private static let unreadable = URL(string: "about:invalid")!

  /// Scheme, host, port and path: the URL as it appears in errors and their texts.
  package var originAndPath: URL {
    if isFileURL, user() == nil, password() == nil, query() == nil, fragment == nil { return self }
    let url = withoutCredentials
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    parts.percentEncodedQuery = nil
    return parts.url ?? url
  }
}

extension String {
  /// The text with each URL in it reduced to scheme, host, port and path.
  ///
  /// Words that are not a scheme match as well. Otherwise, the search would begin again at each of their characters, which takes
  /// hours for a long word. An apostrophe belongs to a URL, so one that closes a quotation is cut with a query.
  package var withAddressesCut: String {
    replacing(/[A-Za-z0-9+.\-]+(:\/\/[^\s"<>“”]*)?/) { match in
      match.1 == nil ? String(match.0) : match.0.cutAddress
    }
  }

  fileprivate var hasSecrets: Bool { withAddressesCut != self }
}

extension Substring {
  /// The text of a URL up to its query, without user and password. It need not be valid.
  fileprivate var cutAddress: String {
    let authority = firstRange(of: "://").map { $0.upperBound } ?? startIndex
    let rest = self[authority...].prefix { $0 != "?" && $0 != "#" }
    let host = rest.prefix { $0 != "/" && $0 != "\\" }
    let afterUser = host.lastIndex(of: "@").map { host.index(after: $0) } ?? host.startIndex
    return String(self[..<authority] + rest[afterUser...])
  }
}

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Error {
  /// The error with shortened URLs, and without requests and responses.
  var withoutSecrets: any Error {
    switch self {
    case is TransferError, is FileError: return self
    case let error as URLError: return URLError(error.code, userInfo: error.userInfo.withoutSecrets)
    // Before the next two, to which Foundation on Linux converts every NSError.
    case let error as NSError where type(of: self) is NSError.Type:
      return NSError(domain: error.domain, code: error.code, userInfo: error.userInfo.withoutSecrets)
    case let error as CocoaError: return CocoaError(error.code, userInfo: (error as NSError).userInfo.withoutSecrets)
    case let error as POSIXError: return POSIXError(error.code, userInfo: error.userInfo.withoutSecrets)
    case let error as DecodingError: return error.withoutSecrets
    default:
      var search = SecretSearch()
      // The search comes first, because the texts of a large error take long.
      guard
        search.finds(self) || localizedDescription.hasSecrets || "\(self)".hasSecrets
          || String(reflecting: self).hasSecrets
      else { return self }
      return NSError(
        domain: String(reflecting: type(of: self)), code: (self as NSError).code,
        userInfo: [NSLocalizedDescriptionKey: localizedDescription.withAddressesCut])
    }
  }
}

extension [String: Any] {
  /// Values of unknown types are removed, such as the task of a session, which has the headers of the request.
  fileprivate var withoutSecrets: Self { compactMapValues(valueWithoutSecrets) }
}

private func valueWithoutSecrets(_ value: Any) -> Any? {
  switch value {
  case let url as URL: url.originAndPath
  case let text as String: text.withAddressesCut
  case let error as any Error: error.withoutSecrets
  case let values as [Any]: values.compactMap(valueWithoutSecrets)
  case let values as [String: Any]: values.withoutSecrets
  case is any Numeric, is Bool, is NSNumber, is Date: value
  default: nil
  }
}

extension DecodingError {
  /// The same error with shortened URLs in its texts, which may quote the body.
  fileprivate var withoutSecrets: DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.withoutSecrets)
    case .valueNotFound(let type, let context): .valueNotFound(type, context.withoutSecrets)
    case .keyNotFound(let key, let context): .keyNotFound(KeyWithoutSecrets(key), context.withoutSecrets)
    case .dataCorrupted(let context): .dataCorrupted(context.withoutSecrets)
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate var withoutSecrets: Self {
    Self(
      codingPath: codingPath.map { KeyWithoutSecrets($0) }, debugDescription: debugDescription.withAddressesCut,
      underlyingError: underlyingError?.withoutSecrets)
  }
}

/// A key with shortened URLs. Keys are a part of the body, too.
private struct KeyWithoutSecrets: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ key: any CodingKey) { (stringValue, intValue) = (key.stringValue.withAddressesCut, key.intValue) }
  init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
  init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}

/// Searches a value of an unknown type for a longer URL, a request or a response.
private struct SecretSearch {
  private var count = 0
  private var depth = 0

  /// Returns true also for a value that is too large to search. It may have the body in it.
  mutating func finds(_ value: Any) -> Bool {
    count += 1
    guard depth <= 8, count <= 1_000 else { return true }
    depth += 1
    defer { depth -= 1 }
    switch value {
    case let url as URL: return url.originAndPath.absoluteString != url.absoluteString
    case let text as String: return text.hasSecrets
    case is URLRequest, is URLResponse, is URLSessionTask: return true
    case let error as any Error:
      let information = (error as NSError).userInfo
      if !information.isEmpty, finds(information) { return true }
    default: break
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children where finds(child.value) { return true }
      mirror = current.superclassMirror
    }
    return false
  }
}
