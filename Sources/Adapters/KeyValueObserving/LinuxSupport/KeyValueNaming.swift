#if !canImport(ObjectiveC)
  public import Foundation

  /// Gives properties the names by which they can be observed, where Objective-C does not do so.
  ///
  ///     extension Player: KeyValueNaming {
  ///       class var keyPathsByName: [String: AnyKeyPath] { ["title": \Player.title, "item": \Player.item] }
  ///     }
  ///
  /// A subclass overrides it, and adds its own to those of `super`.
  public protocol KeyValueNaming: NSObjectProtocol {
    /// The properties of this class, each with this class as its root.
    static var keyPathsByName: [String: AnyKeyPath] { get }
  }

  /// A path of names, found to lead to a property of the right type.
  struct NamedKeyPath<Object: NSObject, Value>: @unchecked Sendable {
    // Invariant behind `@unchecked`: key paths do not change.
    private let steps: [AnyKeyPath]

    init(_ keyPath: String, of object: Object) throws(KeyValueError) {
      var steps: [AnyKeyPath] = []
      var type: Any.Type = type(of: object)
      var mayBeNil = false
      for key in keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init) {
        let root = (type as? any OptionalType.Type)?.wrapped ?? type
        mayBeNil = mayBeNil || type is any OptionalType.Type
        guard let step = (root as? any KeyValueNaming.Type)?.keyPathsByName[key] else {
          throw .noSuchKey(key, inType: "\(root)", ofKeyPath: keyPath)
        }
        steps.append(step)
        type = Swift.type(of: step).valueType
      }
      let isRight =
        switch (type as? any OptionalType.Type, Value.self as? any OptionalType.Type) {
        case (nil, nil): type == Value.self && !mayBeNil
        case (let found?, let expected?): found.wrapped == expected.wrapped
        case (nil, let expected?): type == expected.wrapped
        case (_?, nil): false
        }
      guard isRight else {
        let found = mayBeNil && !(type is any OptionalType.Type) ? "Optional<\(type)>" : "\(type)"
        throw .wrongType(found, expected: "\(Value.self)", ofKeyPath: keyPath)
      }
      self.steps = steps
    }

    func firstValue(of object: Object) throws(KeyValueError) -> Value {
      guard let value = value(of: object) else { preconditionFailure("The type was found to be right") }
      return value
    }

    func value(of object: Object) -> Value? {
      var value: Any = object
      for step in steps {
        guard let root = Self.unwrapped(value) else { return Any?.none as? Value }
        guard let next = root[keyPath: step] else { return nil }
        value = next
      }
      return value as? Value
    }

    func observe(_ object: Object, _ changed: @escaping @Sendable (Object) -> Void) -> KeyValueToken {
      object.observe(steps[0], options: [], reading: { _ = value(of: $0) }) { object, _ in changed(object) }
    }

    private static func unwrapped(_ value: Any) -> Any? {
      (value as? any OptionalType).map(\.wrappedAny) ?? value
    }
  }

  private protocol OptionalType {
    static var wrapped: Any.Type { get }
    var wrappedAny: Any? { get }
  }

  extension Optional: OptionalType {
    fileprivate static var wrapped: Any.Type { Wrapped.self }
    fileprivate var wrappedAny: Any? { self }
  }
#endif
