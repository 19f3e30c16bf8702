public import TidingsCore

extension Publisher {
  /// Passes on updates in groups, one each time another publisher updates.
  ///
  ///     edits.collect(on: saveButton.taps)
  ///
  ///     source:   1 - 2 ----------- 3 ---- 4|
  ///     trigger:  ------ x ----- x ---- x --|
  ///     result:   ------ [1, 2] ------- [3] [4]|
  ///
  /// Ends when either has ended, right after the group that has begun, if it is not empty. This publisher is subscribed
  /// first, then the trigger, so that of two values a group with the current one passes before `subscribe` returns.
  /// What is collected is kept for each subscription until the trigger updates, without a bound. Rx users know it as
  /// `buffer`, with a publisher as the boundary.
  ///
  /// - Parameters:
  ///   - trigger: When to pass a group on; what it publishes does not matter.
  ///   - skipsEmpty: Whether a trigger before which nothing came is passed over, or passes on an empty group.
  @inlinable
  public func collect(on trigger: some Publisher, skipsEmpty: Bool = true) -> Broadcaster<[Update]> {
    Broadcaster(
      MultiInputOperator<SampleInput<Update>, [Update]>(
        from: { [upstream = Broadcaster(self), trigger = Broadcaster(trigger)] inputs in
          inputs.connect(upstream, ended: .ended) { .update($0) }
          inputs.connect(trigger, ended: .ended) { _ in .trigger }
        }, remembering: []
      ) { (group: inout [Update], input, output, _) in
        switch input {
        case .update(let update):
          group.append(update)
        case .trigger:
          if skipsEmpty, group.isEmpty { return }
          let passes = group
          group = []
          output(passes)
        case .ended:
          if !group.isEmpty { output(group) }
          output.end()
        }
      })
  }
}
