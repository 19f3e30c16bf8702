public import TidingsCore

extension Publisher {
  /// Collects all updates into one array, when this publisher ends.
  ///
  ///     let names = await people.map(\.name).collect().value
  ///
  ///     source:     1 --- 2 --- 3 --|
  ///     collect():  --------------- [1, 2, 3]|
  ///
  /// The task behaves like ``reduce(into:_:)``. It succeeds with an empty array if there was no update. In Rx, this is `toArray`.
  @_alwaysEmitIntoClient public func collect() -> PublishedTask<Never, [Update], Never> {
    reduce(into: []) { all, update in all.append(update) }
  }

  /// Collects updates in groups of a fixed size. The last group may be smaller.
  ///
  ///     source:      1 --- 2 ------ 3 --|
  ///     collect(2):  ----- [1, 2] ----- [3]|
  ///
  /// The size is one or more. Ends when this publisher ends, after an incomplete group. In Rx, this is `buffer`.
  @_alwaysEmitIntoClient public func collect(_ count: Int) -> Broadcaster<[Update]> {
    guard count >= 1 else { fatalError("collect(_:) takes a count of one or more, not \(count)") }
    return through(remembering: [Update]()) { group, update, output in
      group.append(update)
      guard group.count == count else { return }
      output(exchange(&group, with: []))
    } ended: { group, output in
      if !group.isEmpty { output(group) }
    }
  }

  /// Collects updates in groups, one for each update of another publisher.
  ///
  ///     edits.collect(on: saveButton.taps)
  ///
  ///     source:   1 - 2 ----------- 3 ---- 4|
  ///     trigger:  ------ x ----- x ---- x --|
  ///     result:   ------ [1, 2] ------- [3] [4]|
  ///
  /// Ends when either publisher ends, after an incomplete group. This publisher is subscribed to first, then the
  /// trigger. If both are values, a group with the current value is delivered before `subscribe` returns. The number of
  /// collected updates is not limited. In Rx, this is `buffer` with a boundary.
  ///
  /// - Parameters:
  ///   - trigger: The publisher whose updates end groups.
  ///   - skipsEmpty: Whether empty groups are skipped.
  @_alwaysEmitIntoClient
  public func collect(on trigger: some Publisher, skipsEmpty: Bool = true) -> Broadcaster<[Update]> {
    Broadcaster(remembering: [Update]()) {
      [upstream = Broadcaster(self), trigger = Broadcaster(trigger)] inputs, output in
      let end: @Sendable (inout [Update]) -> Void = { group in
        if !group.isEmpty { output(group) }
        output.end()
      }
      inputs.connect(upstream, { group, update in group.append(update) }, ended: end)
      inputs.connect(
        trigger,
        { group, _ in
          if skipsEmpty, group.isEmpty { return }
          output(exchange(&group, with: []))
        }, ended: end)
    }
  }
}
