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
      Funnel(from: { [upstreams = [Broadcaster(self)] + others.map { Broadcaster($0) }] inlets in
        for upstream in upstreams { inlets.connect(upstream) }
        inlets.endWithAll()
      }) { update, outlet in outlet(update) })
  }
}

extension Sequence where Element: Publisher {
  /// Passes on the updates of all publishers, as they come; see ``Publisher/merge(with:)``. Of none it ends at once.
  @inlinable
  public func merged() -> Broadcaster<Element.Update> {
    Broadcaster(
      Funnel(from: { [publishers = map { Broadcaster($0) }] inlets in
        for publisher in publishers { inlets.connect(publisher) }
        inlets.endWithAll()
      }) { update, outlet in outlet(update) })
  }
}
