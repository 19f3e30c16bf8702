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
  package var withAddressesCut: String {
    replacing(/[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\s"'<>“”]*/) { $0.output.cutAddress }
  }
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
