#if canImport(SwiftUI)
  public import SwiftUI
  public import TidingsCore

  extension View {
    /// Calls a closure with each update while the view is shown.
    ///
    ///     List(rows) { … }
    ///       .onUpdate(of: model.scrollRequests) { proxy.scrollTo($0) }
    ///
    /// Subscribes when the view appears and leaves when it disappears; a value gives its current one at each appearance.
    /// The closure runs on the main actor, and is always the one of the view's latest body. The publisher is that of the
    /// body at the appearance: where a view may be given another model, give it the identity of the model with
    /// `id(_:)`.
    ///
    /// For what the view displays, let the model be `@Observable`; this is for what happens. SwiftUI's `onReceive` does
    /// the same with `combinePublisher`, and traps under Swift 6 when something is published elsewhere.
    ///
    /// - Parameters:
    ///   - publisher: What to follow.
    ///   - action: Called with each update.
    public func onUpdate<Update: Sendable>(
      of publisher: some TidingsCore.Publisher<Update>, perform action: @escaping @MainActor (Update) -> Void
    ) -> some View {
      modifier(UpdateModifier(publisher: Broadcaster(publisher), action: action))
    }
  }

  struct UpdateModifier<Update: Sendable>: ViewModifier {
    let publisher: Broadcaster<Update>
    let action: @MainActor (Update) -> Void
    @State private var listener = UpdateListener<Update>()

    func body(content: Content) -> some View {
      listener.action = action
      return
        content
        .onAppear { listener.follow(publisher) }
        .onDisappear { listener.stop() }
    }
  }

  /// Keeps the subscription of a view, with the latest of its closures.
  @MainActor
  final class UpdateListener<Update: Sendable> {
    var action: (@MainActor (Update) -> Void)?
    private var subscription: TidingsCore.Subscription?

    func follow(_ publisher: Broadcaster<Update>) {
      subscription = publisher.subscribe { [weak self] in self?.action?($0) }
    }

    func stop() {
      subscription = nil
    }
  }
#endif
