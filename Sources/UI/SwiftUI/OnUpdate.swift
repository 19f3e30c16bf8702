#if canImport(SwiftUI)
  public import SwiftUI
  public import TidingsCore

  extension View {
    /// Calls a closure with each update while the view is shown.
    ///
    ///     List(rows) { … }
    ///       .onUpdate(of: model.scrollRequests) { proxy.scrollTo($0) }
    ///
    /// The subscription lasts from each appearance of the view to its disappearance. The closure of the latest body
    /// runs on the main actor. The publisher is that of the body at the appearance. If the model of the view can
    /// change, add `id(_:)` with the identity of the model.
    ///
    /// Use it for events. For state that the view displays, use an `@Observable` model. SwiftUI's `onReceive` with
    /// `combinePublisher` traps under Swift 6 if an update is published on another thread.
    ///
    /// - Parameters:
    ///   - publisher: The publisher to subscribe to.
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
  @MainActor final class UpdateListener<Update: Sendable> {
    var action: (@MainActor (Update) -> Void)?
    private var subscription: TidingsCore.Subscription?

    func follow(_ publisher: Broadcaster<Update>) {
      subscription = publisher.subscribe { [weak self] in self?.action?($0) }
    }

    func stop() { subscription = nil }
  }
#endif
