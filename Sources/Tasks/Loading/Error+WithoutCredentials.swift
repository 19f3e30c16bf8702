import Foundation

extension Error {
  /// The error without what gives access in the addresses that it keeps: `URLError` has the address that was asked, with
  /// user, password and query.
  var withoutCredentials: any Error {
    switch self {
    case let error as URLError:
      return URLError(error.code, userInfo: error.userInfo.withoutCredentials)
    case let error as NSError where type(of: self) is NSError.Type:
      return NSError(domain: error.domain, code: error.code, userInfo: error.userInfo.withoutCredentials)
    default:
      return self
    }
  }
}

extension [String: Any] {
  /// The same values with addresses that give no access.
  fileprivate var withoutCredentials: Self {
    let addresses = compactMap { key, value in value as? URL ?? (value as? String).flatMap { key.address($0) } }
    return mapValues { value in
      switch value {
      case let url as URL: url.withoutCredentials
      case let text as String:
        addresses.reduce(text) { $0.replacing($1.absoluteString, with: $1.withoutCredentials.absoluteString) }
      case let error as any Error: error.withoutCredentials
      case let errors as [any Error]: errors.map(\.withoutCredentials)
      default: value
      }
    }
  }
}

extension String {
  /// The address that is the value of this key.
  fileprivate func address(_ value: String) -> URL? {
    // The name of the constant is deprecated, but the key is still used.
    self == "NSErrorFailingURLStringKey" ? URL(string: value) : nil
  }
}
