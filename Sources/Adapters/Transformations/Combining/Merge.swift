public import TidingsCore

extension Publisher {
  /// Passes on the updates of this publisher and of others, as they come.
  ///
  ///     keyboard.commands.merge(with: menu.commands, toolbar.commands)
  ///
  ///     source:  1 ------- 2 ------------|
  ///     other:   ---- 9 ------- 8 --|
  ///     result:  1 -- 9 -- 2 -- 8 -------|
  ///
  /// Ends when all have ended. The updates of each keep their order; how those of several are interleaved when several
  /// threads publish is a matter of each subscription, unless ``share()`` stands behind.
  @inlinable
  public func merge(with others: any Publisher<Update>...) -> Broadcaster<Update> {
    Broadcaster(
      MultiInputOperator(from: { [upstreams = [Broadcaster(self)] + others.map { Broadcaster($0) }] inputs in
        for upstream in upstreams { inputs.connect(upstream) }
        inputs.endWithAll()
      }) { update, output in output(update) })
  }
}

extension Sequence where Element: Publisher {
  /// Passes on the updates of all publishers, as they come; see ``Publisher/merge(with:)``. Of none it ends at once.
  @inlinable
  public func merged() -> Broadcaster<Element.Update> {
    Broadcaster(
      MultiInputOperator(from: { [publishers = map { Broadcaster($0) }] inputs in
        for publisher in publishers { inputs.connect(publisher) }
        inputs.endWithAll()
      }) { update, output in output(update) })
  }
}
