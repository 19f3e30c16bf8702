#if DEBUG
  /// Counts what serves subscriptions, and the subscribers' places with their closures, while they live.
  ///
  /// Tests open a scope; whatever is made inside counts toward it until it is gone, on whatever thread that happens.
  package final class LiveObjects: Sendable {
    private struct State: Sendable {
      var count = 0
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Nil outside of tests: nothing is counted.
    @TaskLocal package static var scope: LiveObjects?

    private let state = Locked(State())

    package init() {}

    package var count: Int {
      state.withLock { $0.count }
    }

    /// Returns when nothing of the scope is alive any more.
    package func allGone() async {
      await withCheckedContinuation { continuation in
        let isGone = state.withLock { state in
          if state.count > 0 { state.waiting.append(continuation) }
          return state.count == 0
        }
        if isGone { continuation.resume() }
      }
    }

    fileprivate func add() {
      state.withLock { $0.count += 1 }
    }

    fileprivate func remove() {
      let waiting = state.withLock { state in
        state.count -= 1
        guard state.count == 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for continuation in waiting { continuation.resume() }
    }
  }

  /// Part of an object that is counted; it goes when the object goes.
  package final class LiveMark: Sendable {
    private let scope: LiveObjects

    private init(in scope: LiveObjects) {
      self.scope = scope
      scope.add()
    }

    deinit {
      scope.remove()
    }

    package static func make() -> LiveMark? {
      LiveObjects.scope.map(LiveMark.init(in:))
    }
  }
#endif
