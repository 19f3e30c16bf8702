public import Foundation

/// A stand-in for objects that the Objective-C runtime associates with another object.
@MainActor
open class TieHolder: NSObject {
  fileprivate var ties: [ObjectIdentifier: AnyObject] = [:]

  public nonisolated override init() {
    super.init()
  }
}

/// Stands for the type of the Objective-C runtime.
public struct Selector: Hashable, Sendable {
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// Has the same surface as the one file of the adapters that needs Objective-C, `UI/ActionTarget.swift`.
@MainActor
public final class ActionTarget: NSObject {
  public static let action = Selector("fire")

  private let perform: @MainActor () -> Void
  public weak var link: AnyObject?

  public init(_ perform: @escaping @MainActor () -> Void) {
    self.perform = perform
  }

  public func fire() {
    perform()
  }

  public func tie(to owner: AnyObject) {
    (owner as? TieHolder)?.ties[ObjectIdentifier(self)] = self
  }

  public func untie(from owner: AnyObject) {
    (owner as? TieHolder)?.ties[ObjectIdentifier(self)] = nil
  }
}

/// Calls a target as the Objective-C runtime would.
@MainActor
public func send(_ action: Selector, to target: AnyObject?) {
  if action == ActionTarget.action { (target as? ActionTarget)?.fire() }
  (target as? any ActionReceiving)?.receive(action)
}

/// A target in a test.
@MainActor
public protocol ActionReceiving: AnyObject {
  func receive(_ action: Selector)
}
