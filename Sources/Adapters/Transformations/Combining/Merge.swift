public import TidingsCore

extension Publisher {
  /// Delivers the updates of this publisher and of others.
  ///
  ///     keyboard.commands.merge(with: menu.commands, toolbar.commands)
  ///
  ///     source:  1 ------- 2 ------------|
  ///     other:   ---- 9 ------- 8 --|
  ///     result:  1 -- 9 -- 2 -- 8 -------|
  ///
  /// Ends when all have ended. The updates of each publisher keep their order. If several threads publish, the order between
  /// publishers is decided for each subscription. After ``share()``, it is the same for all.
  @_alwaysEmitIntoClient public func merge(with others: any Publisher<Update>...) -> Broadcaster<Update> {
    ([Broadcaster(self)] + others.map { Broadcaster($0) }).merged()
  }
}

extension Sequence where Element: Publisher {
  /// Delivers the updates of all publishers. An empty collection ends immediately. See ``Publisher/merge(with:)``.
  @_alwaysEmitIntoClient public func merged() -> Broadcaster<Element.Update> {
    Broadcaster(remembering: ()) { [publishers = map { Broadcaster($0) }] inputs, output in
      for publisher in publishers { inputs.connect(publisher, to: output) }
      inputs.endWithAll()
    }
  }
}
