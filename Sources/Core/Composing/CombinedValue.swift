extension Broadcaster {
  /// Creates a broadcaster of the state that is combined from other values.
  ///
  /// Each subscription has a hub. The value of that hub is the state: the latest values of all upstreams. A change of the state
  /// is one step, so a new subscriber finds the current values even while other threads make changes. The broadcaster ends when
  /// all upstreams have ended.
  @_alwaysEmitIntoClient
  package init(knowing initial: Update, from connect: @escaping @Sendable (ValueInputs<Update>) -> Void) {
    self.init(attaching: { receive, ended in
      let hub = Hub(remembering: 1, initial: initial, startsOnce: true) { hub, run, upstreams in
        connect(ValueInputs(hub: hub, run: run, upstreams: upstreams))
        upstreams.whenAllEnded { hub.finish(in: run) }
      }
      return hub.join(receive, ended: ended)
    })
  }
}

@usableFromInline package struct ValueInputs<Known: Sendable>: Sendable {
  @usableFromInline let hub: Hub<Known>
  @usableFromInline let run: RunID
  @usableFromInline package let upstreams: Upstreams

  @usableFromInline init(hub: Hub<Known>, run: RunID, upstreams: Upstreams) {
    self.hub = hub
    self.run = run
    self.upstreams = upstreams
  }

  // The closure stores an update in the state. It returns what it has replaced, or nil to refuse the update. It is called under a
  // lock, so it must run no user code.
  @_alwaysEmitIntoClient @discardableResult package func connect<Upstream: Publisher, Replaced: Sendable>(
    _ upstream: Upstream, _ change: @escaping @Sendable (inout Known, Upstream.Update) -> Replaced?
  ) -> Upstreams.Key {
    upstreams.connect(upstream) { [hub, run] update in
      hub.modify(in: run) { change(&$0, update) }
    }
  }
}
