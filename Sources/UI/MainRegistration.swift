#if canImport(UIKit) || canImport(AppKit)
  import Dispatch
  import TidingsCore

  /// A registration with an object of the main actor, made and undone there wherever the first subscriber comes from and
  /// the last one leaves.
  ///
  /// The registered closure is what holds the source, and the object holds the closure. So the publisher ends when the
  /// object dies; nothing here may hold either of them.
  @MainActor
  final class MainRegistration {
    typealias Undo = @MainActor () -> Void

    private var undo: Undo?
    private var isOver = false

    private nonisolated init() {}

    /// - Parameter register: Returns how to undo it; nil when the object is gone.
    nonisolated static func begin(_ register: @escaping @MainActor @Sendable () -> Undo?) -> Subscription {
      let registration = MainRegistration()
      onMain { registration.begin(register) }
      return Subscription { onMain { registration.end() } }
    }

    private func begin(_ register: () -> Undo?) {
      guard !isOver else { return }
      undo = register()
    }

    private func end() {
      isOver = true
      undo?()
      undo = nil
    }
  }

  /// Runs the body on the main actor: at once when that is current.
  func onMain(_ body: @escaping @MainActor @Sendable () -> Void) {
    if MainQueue.isCurrent {
      MainActor.assumeIsolated(body)
    } else {
      DispatchQueue.main.async { MainActor.assumeIsolated(body) }
    }
  }

  extension Broadcaster {
    /// What an object of the main actor tells.
    ///
    /// - Parameter register: Has the closure called at each event, and be held by the object alone.
    @MainActor
    init<Owner: AnyObject & Sendable>(
      of owner: Owner, reading read: @escaping @MainActor (Owner) -> Update,
      _ register: @escaping @MainActor (Owner, _ tell: @escaping @MainActor () -> Void) -> MainRegistration.Undo
    ) {
      self.init { [weak owner] source in
        MainRegistration.begin { [weak owner] in
          guard let owner else { return nil }
          return register(owner) { [weak owner] in if let owner { source.send(read(owner)) } }
        }
      }
    }
  }

  extension PublishedValue {
    /// A value of an object of the main actor.
    ///
    /// - Parameter register: Has the closure called when the value may have changed, and be held by the object alone.
    @MainActor
    init<Owner: AnyObject & Sendable>(
      of owner: Owner, reading read: @escaping @MainActor (Owner) -> Value,
      _ register: @escaping @MainActor (Owner, _ tell: @escaping @MainActor () -> Void) -> MainRegistration.Undo
    ) {
      let followed = PublishedValue(initial: read(owner)) { [weak owner] property in
        MainRegistration.begin { [weak owner] in
          guard let owner else { return nil }
          property.value = read(owner)
          return register(owner) { [weak owner] in if let owner { property.value = read(owner) } }
        }
      }
      self.init(Broadcaster(followed)) { [weak owner] versions in
        guard MainQueue.isCurrent, let owner else { return followed.read(&versions) }
        return MainActor.assumeIsolated { read(owner) }
      }
    }
  }
#endif
