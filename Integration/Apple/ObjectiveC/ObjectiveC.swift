// The root class is written in Swift: the compiler's bridging of Objective-C's types needs a standard library of Apple's.

public protocol NSObjectProtocol: AnyObject {}

open class NSObject: NSObjectProtocol, Equatable, Hashable {
  public init() {}
  open var hash: Int { fatalError() }
  open func isEqual(_ object: Any?) -> Bool { fatalError() }
  open func responds(to selector: Selector!) -> Bool { fatalError() }
  open func value(forKey key: String) -> Any? { fatalError() }
  open func value(forKeyPath keyPath: String) -> Any? { fatalError() }
  open func copy() -> Any { fatalError() }
  @unsafe open func addObserver(
    _ observer: NSObject, forKeyPath keyPath: String, options: NSKeyValueObservingOptions,
    context: UnsafeMutableRawPointer?
  ) { fatalError() }
  open func removeObserver(_ observer: NSObject, forKeyPath keyPath: String) { fatalError() }
  @unsafe open func observeValue(
    forKeyPath keyPath: String?, of object: Any?, change: [NSKeyValueChangeKey: Any]?, context: UnsafeMutableRawPointer?
  ) { fatalError() }

  public static func == (left: NSObject, right: NSObject) -> Bool { fatalError() }
  public func hash(into hasher: inout Hasher) { fatalError() }
}

// Declared here because methods of the root class take them.
public struct NSKeyValueObservingOptions: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
}

public struct NSKeyValueChangeKey: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}

public func NSSelectorFromString(_ name: String) -> Selector { fatalError() }

public struct Selector: Hashable, @unchecked Sendable, ExpressibleByStringLiteral {
  var ptr: OpaquePointer
  public init(_ name: String) { fatalError() }
  public init(stringLiteral name: String) { fatalError() }
}

public enum objc_AssociationPolicy: UInt, Sendable {
  case OBJC_ASSOCIATION_ASSIGN = 0
  case OBJC_ASSOCIATION_RETAIN_NONATOMIC = 1
  case OBJC_ASSOCIATION_RETAIN = 0o1401
}

@unsafe public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) { fatalError() }

// Without Apple's standard library, this compiler converts no pointers of Objective-C.
@unsafe public func objc_setAssociatedObject(
  _ object: Any, _ key: UnsafeMutableRawPointer, _ value: Any?, _ policy: objc_AssociationPolicy
) { fatalError() }
