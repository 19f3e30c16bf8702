// Declarations of SwiftUI that the adapters use, with as much behaviour as their tests need.

@MainActor @preconcurrency
public protocol View {
  associatedtype Body: View

  @MainActor @preconcurrency var body: Body { get }
}

extension Never: View {
  public var body: Never { fatalError("Nothing has no body") }
}

public struct EmptyView: View {
  nonisolated public init() {}

  public var body: Never { fatalError("Nothing is in an empty view") }
}

@MainActor @preconcurrency
public protocol ViewModifier {
  associatedtype Body: View
  typealias Content = EmptyView

  @MainActor @preconcurrency func body(content: Content) -> Body
}

public struct ModifiedContent<Content, Modifier> {
  public var content: Content
  public var modifier: Modifier
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {
  public var body: Modifier.Body { modifier.body(content: EmptyView()) }
}

extension View {
  public func modifier<Modifier>(_ modifier: Modifier) -> ModifiedContent<Self, Modifier> {
    ModifiedContent(content: self, modifier: modifier)
  }

  public func onAppear(perform action: (() -> Void)? = nil) -> some View {
    PhaseView(content: self, appearing: action, disappearing: nil)
  }

  public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
    PhaseView(content: self, appearing: nil, disappearing: action)
  }
}

/// Not of SwiftUI: a view that a test lets appear and disappear.
public protocol Appearing {
  @MainActor func appear()
  @MainActor func disappear()
}

private struct PhaseView<Content: View>: View, Appearing {
  let content: Content
  let appearing: (() -> Void)?
  let disappearing: (() -> Void)?

  var body: Never { fatalError("A phase is all there is") }

  func appear() {
    (content as? any Appearing)?.appear()
    appearing?()
  }

  func disappear() {
    (content as? any Appearing)?.disappear()
    disappearing?()
  }
}

@propertyWrapper
public struct State<Value> {
  /// Invariant behind `@unchecked`: the views under test belong to the main actor.
  private final class Storage: @unchecked Sendable {
    var value: Value

    init(_ value: Value) {
      self.value = value
    }
  }

  private let storage: Storage

  public init(wrappedValue value: Value) {
    storage = Storage(value)
  }

  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
}

extension State: Sendable where Value: Sendable {}
extension ModifiedContent: Sendable where Content: Sendable, Modifier: Sendable {}
