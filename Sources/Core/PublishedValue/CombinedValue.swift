extension PublishedValue {
  /// A value made of other values.
  ///
  /// For each subscription all that is known of the upstreams is the value of one hub. A change of it is one step, so
  /// that whoever subscribes finds there what is current, also when other threads are in the middle of a change. It ends
  /// when all upstreams have ended.
  ///
  /// - Parameters:
  ///   - initial: What is known before any upstream has told its value.
  ///   - connect: Subscribes to the upstreams.
  ///   - read: The value as it is read without subscribing.
  ///   - version: Changes when the value does.
  ///   - stage: Makes of what is known the value, as soon as everything is.
  @inlinable
  package init<Known: Sendable>(
    knowing initial: Known, from connect: @escaping @Sendable (ValueInputs<Known>) -> Void,
    read: @escaping @Sendable () -> Value, version: @escaping @Sendable () -> ValueVersion,
    _ stage: Stage<Known, Value>
  ) {
    let known = Broadcaster<Known>(attaching: { receive, ended in
      let hub = Hub(remembering: 1, initial: initial) { hub, run in
        let upstreams = Upstreams()
        connect(ValueInputs(hub: hub, run: run, upstreams: upstreams))
        upstreams.whenAllEnded { hub.finish(in: run) }
        return upstreams.token
      }
      return hub.join(receive, ended: ended)
    })
    self.init(known.through(stage), version: version, read: read)
  }
}

/// Where the upstreams of a combined value come in.
@usableFromInline
package struct ValueInputs<Known: Sendable>: Sendable {
  @usableFromInline let hub: Hub<Known>
  @usableFromInline let run: RunID
  @usableFromInline package let upstreams: Upstreams

  @usableFromInline
  init(hub: Hub<Known>, run: RunID, upstreams: Upstreams) {
    self.hub = hub
    self.run = run
    self.upstreams = upstreams
  }

  /// Subscribes to an upstream.
  ///
  /// - Parameter change: Puts an update into what is known and returns what it has replaced, or nil to refuse it. It
  ///   runs under a lock: no code of a user may run there.
  /// - Returns: What `disconnect` takes.
  @inlinable
  @discardableResult
  package func connect<Upstream: Publisher, Replaced: Sendable>(
    _ upstream: Upstream, _ change: @escaping @Sendable (inout Known, Upstream.Update) -> Replaced?
  ) -> Upstreams.Key {
    upstreams.connect(upstream) { [hub, run] update in
      hub.modify(in: run) { change(&$0, update) }
    }
  }

  /// Subscribes to an upstream whose updates tell that it is time to read all of them.
  ///
  /// - Parameters:
  ///   - read: Reads what is known anew; again, when something else has come in meanwhile.
  ///   - isSame: Tells whether there is nothing new.
  @inlinable
  package func connect(
    _ upstream: some Publisher, reading read: @escaping @Sendable () -> Known,
    unless isSame: @escaping @Sendable (Known, Known) -> Bool
  ) {
    upstreams.connect(upstream) { [hub, run] _ in
      hub.refresh(in: run, unless: isSame, read)
    }
  }
}
