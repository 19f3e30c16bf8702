package import Foundation

extension URL {
  /// The address as it may appear in messages, errors and files: without what gives access.
  ///
  /// User, password and fragment are left out. Values of the query are replaced by an asterisk, for signed links have
  /// their signature there: `https://host/file?expires=*&signature=*`. A query without names is one value. The path
  /// stays as it is.
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
    // What was no user among the parts may be one again in what they are put together to, as in `://me:secret@host`.
    guard let url = parts.url, url.user() == nil, url.password() == nil, url.fragment == nil else {
      return Self.unreadable
    }
    return url
  }

  /// Stands for an address whose parts cannot be told apart, so that nobody knows what is secret in it.
  private static let unreadable = URL(string: "about:invalid")!
}

extension URL {
  /// Scheme, host, port and path: the address as it appears in errors and their texts.
  ///
  /// User, password, query and fragment are left out. The path stays as it is. A query has neither names nor values here:
  /// a key without a value is a name.
  package var originAndPath: URL {
    if isFileURL, user() == nil, password() == nil, query() == nil, fragment == nil { return self }
    let url = withoutCredentials
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url }
    parts.percentEncodedQuery = nil
    return parts.url ?? url
  }
}

extension String {
  /// The text with each address in it cut down to scheme, host, port and path.
  package var withAddressesCut: String {
    replacing(/[A-Za-z][A-Za-z0-9+.\-]*:\/\/[^\s"'<>“”]*/) { $0.output.cutAddress }
  }
}

extension Substring {
  /// The text of an address up to its query, without user and password. It need not be a valid one.
  fileprivate var cutAddress: String {
    let authority = firstRange(of: "://").map { $0.upperBound } ?? startIndex
    let rest = self[authority...].prefix { $0 != "?" && $0 != "#" }
    let host = rest.prefix { $0 != "/" && $0 != "\\" }
    let afterUser = host.lastIndex(of: "@").map { host.index(after: $0) } ?? host.startIndex
    return String(self[..<authority] + rest[afterUser...])
  }
}
