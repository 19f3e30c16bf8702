public struct URLRequest: Hashable, Sendable {
  public enum CachePolicy: UInt, Sendable { case useProtocolCachePolicy, reloadIgnoringLocalCacheData }

  public init(url: URL, cachePolicy: CachePolicy = .useProtocolCachePolicy, timeoutInterval: TimeInterval = 60) {
    fatalError()
  }
  public var url: URL?
  public var mainDocumentURL: URL?
  public var httpMethod: String?
  public var httpBody: Data?
  public var httpBodyStream: InputStream?
  public var allHTTPHeaderFields: [String: String]?
  public var cachePolicy: CachePolicy
  public var timeoutInterval: TimeInterval
  public var httpShouldHandleCookies: Bool
  public func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  public mutating func setValue(_ value: String?, forHTTPHeaderField field: String) { fatalError() }
  public mutating func addValue(_ value: String, forHTTPHeaderField field: String) { fatalError() }
}

open class InputStream: NSObject, @unchecked Sendable {}

open class URLResponse: NSObject, @unchecked Sendable {
  public init(url: URL, mimeType: String?, expectedContentLength: Int, textEncodingName: String?) { fatalError() }
  open var url: URL? { fatalError() }
  open var mimeType: String? { fatalError() }
  open var expectedContentLength: Int64 { fatalError() }
  open var textEncodingName: String? { fatalError() }
  open var suggestedFilename: String? { fatalError() }
}

open class HTTPURLResponse: URLResponse, @unchecked Sendable {
  public init?(url: URL, statusCode: Int, httpVersion: String?, headerFields: [String: String]?) { fatalError() }
  open var statusCode: Int { fatalError() }
  open var allHeaderFields: [AnyHashable: Any] { fatalError() }
  open func value(forHTTPHeaderField field: String) -> String? { fatalError() }
  open class func localizedString(forStatusCode statusCode: Int) -> String { fatalError() }
}

open class CachedURLResponse: NSObject, @unchecked Sendable {}
open class URLCredential: NSObject, @unchecked Sendable {}
open class URLAuthenticationChallenge: NSObject, @unchecked Sendable {}

open class URLSessionConfiguration: NSObject, @unchecked Sendable {
  open class var `default`: URLSessionConfiguration { fatalError() }
  open class var ephemeral: URLSessionConfiguration { fatalError() }
  open var identifier: String? { fatalError() }
  open var httpAdditionalHeaders: [AnyHashable: Any]?
}

open class URLSession: NSObject, @unchecked Sendable {
  public enum ResponseDisposition: Int, Sendable { case cancel, allow, becomeDownload, becomeStream }
  public enum AuthChallengeDisposition: Int, Sendable {
    case useCredential, performDefaultHandling, cancelAuthenticationChallenge, rejectProtectionSpace
  }

  open class var shared: URLSession { fatalError() }
  public init(configuration: URLSessionConfiguration) { fatalError() }
  public init(
    configuration: URLSessionConfiguration, delegate: (any URLSessionDelegate)?, delegateQueue queue: OperationQueue?
  ) { fatalError() }
  open var configuration: URLSessionConfiguration { fatalError() }
  open var delegate: (any URLSessionDelegate)? { fatalError() }
  open func dataTask(with request: URLRequest) -> URLSessionDataTask { fatalError() }
  open func uploadTask(with request: URLRequest, from data: Data) -> URLSessionUploadTask { fatalError() }
  open func uploadTask(with request: URLRequest, fromFile file: URL) -> URLSessionUploadTask { fatalError() }
}

open class URLSessionTask: NSObject, @unchecked Sendable {
  open class var defaultPriority: Float { fatalError() }
  open class var lowPriority: Float { fatalError() }
  open class var highPriority: Float { fatalError() }
  open var taskIdentifier: Int { fatalError() }
  open var response: URLResponse? { fatalError() }
  open var delegate: (any URLSessionTaskDelegate)?
  open var priority: Float = 0
  open func resume() { fatalError() }
  open func suspend() { fatalError() }
  open func cancel() { fatalError() }
}

open class URLSessionDataTask: URLSessionTask, @unchecked Sendable {}
open class URLSessionUploadTask: URLSessionDataTask, @unchecked Sendable {}

// Optional requirements of Objective-C stand here as requirements with defaults. The compiler warns of near misses.
public protocol URLSessionDelegate: NSObjectProtocol, Sendable {
  func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
}

extension URLSessionDelegate {
  public func urlSession(
    _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) { fatalError() }
}

public protocol URLSessionTaskDelegate: URLSessionDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void)
  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64)
  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?)
}

extension URLSessionTaskDelegate {
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { fatalError() }
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) { fatalError() }
  public func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) { fatalError() }
  public func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    fatalError()
  }
}

public protocol URLSessionDataDelegate: URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void)
  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data)
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void)
}

extension URLSessionDataDelegate {
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) { fatalError() }
  public func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) { fatalError() }
  public func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposedResponse: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) { fatalError() }
}
