@_exported import Darwin
@_exported import Dispatch
@_exported import FoundationEssentials
@_exported import FoundationInternationalization
@_exported import ObjectiveC

// Values are those of this machine's FoundationEssentials. Other declarations of Apple's Foundation are here, as far as
// the package uses it.

public struct IndexSet: Hashable, Sendable {}

public struct CharacterSet: Hashable, Sendable {
  public init(charactersIn string: String) { fatalError() }
  public static var whitespaces: CharacterSet { fatalError() }
  public static var urlQueryAllowed: CharacterSet { fatalError() }
  public static var alphanumerics: CharacterSet { fatalError() }
  public func union(_ other: CharacterSet) -> CharacterSet { fatalError() }
  public func contains(_ scalar: Unicode.Scalar) -> Bool { fatalError() }
}

extension CharacterSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Unicode.Scalar...) { fatalError() }
}

extension StringProtocol {
  public var removingPercentEncoding: String? { fatalError() }
  public func addingPercentEncoding(withAllowedCharacters allowed: CharacterSet) -> String? { fatalError() }
  public var precomposedStringWithCanonicalMapping: String { fatalError() }
  public func trimmingCharacters(in set: CharacterSet) -> String { fatalError() }
}

public struct ObjCBool: ExpressibleByBooleanLiteral, Sendable {
  public var boolValue: Bool
  public init(booleanLiteral value: Bool) { boolValue = value }
}

extension FileManager {
  @unsafe public func fileExists(atPath path: String, isDirectory: UnsafeMutablePointer<ObjCBool>?) -> Bool {
    fatalError()
  }
}

open class NSNumber: NSObject, @unchecked Sendable {
  public init(value: Bool) { fatalError() }
  public var uintValue: UInt { fatalError() }
  public var boolValue: Bool { fatalError() }
  public var doubleValue: Double { fatalError() }
  public var stringValue: String { fatalError() }
}

open class NSDecimalNumber: NSNumber, @unchecked Sendable {}

extension Int {
  public init?(exactly number: NSNumber) { fatalError() }
}

open class RunLoop: NSObject {}

open class NSNull: NSObject, @unchecked Sendable {}

open class NSDictionary: NSObject, @unchecked Sendable {}

open class UserDefaults: NSObject, @unchecked Sendable {}

open class JSONSerialization: NSObject {
  open class func jsonObject(with data: Data) throws -> Any { fatalError() }
}

public typealias CFString = String
public typealias CFStringEncoding = UInt32
public let kCFStringEncodingInvalidId: CFStringEncoding = .max
public func CFStringConvertIANACharSetNameToEncoding(_ name: CFString!) -> CFStringEncoding { fatalError() }
public func CFStringConvertEncodingToNSStringEncoding(_ encoding: CFStringEncoding) -> UInt { fatalError() }

open class Thread: NSObject {
  open class var callStackReturnAddresses: [NSNumber] { fatalError() }
  open class var isMainThread: Bool { fatalError() }
  public convenience init(block: @escaping @Sendable () -> Void) { fatalError() }
  open var stackSize: Int = 0
  open func start() { fatalError() }
  open class func detachNewThread(_ block: @escaping @Sendable () -> Void) { fatalError() }
}

open class FileHandle: NSObject, @unchecked Sendable {
  open class var standardError: FileHandle { fatalError() }
  open func write(_ data: Data) { fatalError() }
}

public struct CGRect: Hashable, Sendable {
  public static let zero = CGRect()
}
