import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Error {
  /// The error with each address in it cut down to scheme, host, port and path, and without requests and responses.
  ///
  /// Foundation's errors keep type and code. An error of another type is kept as it is unless it shows more of an address:
  /// then an `NSError` with the name of its type, its code and its text takes its place.
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
      guard Secrets.areShown(by: self) else { return self }
      let text = localizedDescription.withAddressesCut
      return NSError(
        domain: String(reflecting: type(of: self)), code: (self as NSError).code,
        userInfo: [NSLocalizedDescriptionKey: text])
    }
  }
}

extension [String: Any] {
  /// The values that are certain to hold no secret: texts, addresses and errors are cut, numbers are kept, and collections
  /// are searched. All others are left out, such as a session's task, which has the request with its fields.
  fileprivate var withoutSecrets: Self { compactMapValues(Secrets.cut) }
}

extension DecodingError {
  /// The same error without addresses in its texts, which may quote the body.
  fileprivate var withoutSecrets: DecodingError {
    switch self {
    case .typeMismatch(let type, let context): .typeMismatch(type, context.withoutSecrets)
    case .valueNotFound(let type, let context): .valueNotFound(type, context.withoutSecrets)
    case .keyNotFound(let key, let context): .keyNotFound(key, context.withoutSecrets)
    case .dataCorrupted(let context): .dataCorrupted(context.withoutSecrets)
    @unknown default: self
    }
  }
}

extension DecodingError.Context {
  fileprivate var withoutSecrets: Self {
    Self(
      codingPath: codingPath, debugDescription: debugDescription.withAddressesCut,
      underlyingError: underlyingError?.withoutSecrets)
  }
}

/// What gives access, in values whose types are not known.
private enum Secrets {
  /// How deep, and how many, values are searched. An error with more counts as one that shows too much: it may have the
  /// body in it, byte for byte.
  private static let maximumDepth = 8
  private static let maximumCount = 1_000

  /// The value without what gives access; nil if nobody knows what is in it.
  static func cut(_ value: Any) -> Any? {
    switch value {
    case let url as URL: url.originAndPath
    case let text as String: text.withAddressesCut
    case let error as any Error: error.withoutSecrets
    case let values as [Any]: values.compactMap(cut)
    case let values as [String: Any]: values.withoutSecrets
    case is any Numeric, is Bool, is NSNumber, is Date: value
    default: nil
    }
  }

  /// Whether the texts of an error, or what `dump` would print of it, have more of an address than its path.
  static func areShown(by error: any Error) -> Bool {
    var count = 0
    // Texts of what is too much to be searched would be too long.
    return areIn(error, depth: 0, &count) || isCut("\(error)") || isCut(String(reflecting: error))
      || isCut(error.localizedDescription)
  }

  private static func isCut(_ text: String) -> Bool { text.withAddressesCut != text }

  private static func areIn(_ value: Any, depth: Int, _ count: inout Int) -> Bool {
    count += 1
    guard depth <= maximumDepth, count <= maximumCount else { return true }
    switch value {
    case let url as URL: return url.originAndPath.absoluteString != url.absoluteString
    case let text as String: return isCut(text)
    case is URLRequest, is URLResponse, is URLSessionTask: return true
    case let error as any Error:
      let information = (error as NSError).userInfo
      if !information.isEmpty, areIn(information, depth: depth + 1, &count) { return true }
    default: break
    }
    var mirror: Mirror? = Mirror(reflecting: value)
    while let current = mirror {
      for child in current.children where areIn(child.value, depth: depth + 1, &count) { return true }
      mirror = current.superclassMirror
    }
    return false
  }
}
