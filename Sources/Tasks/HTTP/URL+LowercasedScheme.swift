import Foundation

extension URL {
  /// The same address with its scheme in small letters (RFC 3986, 3.1).
  var withLowercasedScheme: URL {
    guard let scheme, scheme != scheme.lowercased() else { return self }
    return URL(string: scheme.lowercased() + absoluteString.dropFirst(scheme.count)) ?? self
  }
}
