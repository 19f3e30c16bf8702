open class NSError: NSObject, Error, @unchecked Sendable {
  public init(domain: String, code: Int, userInfo: [String: Any]? = nil) { fatalError() }
  open var domain: String { fatalError() }
  open var code: Int { fatalError() }
  open var userInfo: [String: Any] { fatalError() }
  open var localizedDescription: String { fatalError() }
  open var localizedFailureReason: String? { fatalError() }
}

// The compiler calls these for `error as NSError` and the reverse.
public func _convertErrorToNSError(_ error: any Error) -> NSError { fatalError() }
public func _convertNSErrorToError(_ error: NSError?) -> any Error { fatalError() }

public let NSLocalizedDescriptionKey = "NSLocalizedDescription"

extension Error {
  public var localizedDescription: String { fatalError() }
}

public struct URLError: Error, Hashable, Sendable {
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let unknown = Code(rawValue: -1)
    public static let badURL = Code(rawValue: -1000)
    public static let timedOut = Code(rawValue: -1001)
    public static let unsupportedURL = Code(rawValue: -1002)
    public static let badServerResponse = Code(rawValue: -1011)
    public static let userCancelledAuthentication = Code(rawValue: -1012)
    public static let cancelled = Code(rawValue: -999)
    public static let userAuthenticationRequired = Code(rawValue: -1013)
    public static let appTransportSecurityRequiresSecureConnection = Code(rawValue: -1022)
    public static let serverCertificateHasBadDate = Code(rawValue: -1201)
    public static let serverCertificateUntrusted = Code(rawValue: -1202)
    public static let serverCertificateHasUnknownRoot = Code(rawValue: -1203)
    public static let serverCertificateNotYetValid = Code(rawValue: -1204)
    public static let clientCertificateRejected = Code(rawValue: -1205)
    public static let clientCertificateRequired = Code(rawValue: -1206)
  }

  public init(_ code: Code, userInfo: [String: Any] = [:]) { fatalError() }
  public var code: Code { fatalError() }
  public var userInfo: [String: Any] { fatalError() }
  public var failingURL: URL? { fatalError() }
  public static var unknown: Code { .unknown }
  public static var badServerResponse: Code { .badServerResponse }
  public static var cancelled: Code { .cancelled }

  public static func == (left: Self, right: Self) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

extension POSIXError {
  public init(_ code: POSIXErrorCode, userInfo: [String: Any]) { fatalError() }
  public var userInfo: [String: Any] { fatalError() }
}
