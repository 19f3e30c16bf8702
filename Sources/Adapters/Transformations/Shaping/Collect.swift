public import TidingsCore

extension Publisher {
  /// Passes on updates in groups of a fixed size, and what is left as a smaller one.
  ///
  ///     source:      1 --- 2 ------ 3 --|
  ///     collect(2):  ----- [1, 2] ----- [3]|
  ///
  /// Ends when this publisher ends, after the rest if there is one. Rx users know it as `buffer`.
  ///
  /// - Parameter count: The size of a group, for each subscription; one or more.
  @inlinable
  public func collect(_ count: Int) -> Broadcaster<[Update]> {
    guard count >= 1 else { fatalError("collect(_:) takes a count of one or more, not \(count)") }
    return Broadcaster(
      Funnel<PublisherEvent<Update>, [Update]>(
        from: { $0.connect(eventsOf: self) },
        remembering: []
      ) { (group: inout [Update], event, outlet, _) in
        switch event {
        case .update(let update):
          group.append(update)
          guard group.count == count else { return }
          let full = group
          group = []
          outlet(full)
        case .ended:
          if !group.isEmpty { outlet(group) }
          outlet.end()
        }
      })
  }
}
