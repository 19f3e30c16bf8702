public struct Notification {
  public struct Name: Hashable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  public var name: Name
  public var object: Any?
  public var userInfo: [AnyHashable: Any]?
  public init(name: Name, object: Any? = nil, userInfo: [AnyHashable: Any]? = nil) { fatalError() }
}

@available(*, unavailable)
extension Notification: Sendable {}

// The class itself, with messages, is that of FoundationEssentials.
extension NotificationCenter {
  public func post(_ notification: Notification) { fatalError() }
  public func post(name: Notification.Name, object: Any?) { fatalError() }
  public func post(name: Notification.Name, object: Any?, userInfo: [AnyHashable: Any]?) { fatalError() }
  public func addObserver(
    forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
    using block: @escaping @Sendable (Notification) -> Void
  ) -> any NSObjectProtocol { fatalError() }
  public func removeObserver(_ observer: Any) { fatalError() }
}

open class OperationQueue: NSObject, @unchecked Sendable {}
