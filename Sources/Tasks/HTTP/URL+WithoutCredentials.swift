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
