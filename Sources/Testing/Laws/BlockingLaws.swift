import TidingsCore

extension Law<PublisherSubject> {
  /// Of locks that are held, and threads that wait: where these are broken, a call does not return, which the trial
  /// reports.
  static var blockingLaws: [Law] {
    [
      Law(.p7, "not everything can be called from inside a delivery") { rig in
        let leaving = TokenBox()
        let inner = TokenBox()
        leaving.hold(rig.listen(Notes()))
        let outer = rig.attach { update in
          guard update == 1 else { return }
          inner.hold(rig.listen(Notes()))
          rig.send(2)
          rig.invalidate(leaving.current)
        }
        rig.send(1)
        inner.hold(nil)
        leaving.hold(nil)
        rig.invalidate(outer)
      },

      Law(.p7, "a thread waited for the subscriber of another", isConcurrent: true) { rig in
        let token = rig.attach { update in
          guard update == 1 else { return }
          rig.trial.onOtherThread {
            let other = rig.listen(Notes())
            rig.send(2)
            rig.invalidate(other)
          }
        }
        rig.send(1)
        rig.invalidate(token)
      },

      Law(.p7, "not everything can be called from what a closure releases") { rig in
        let kept = rig.listen(Notes())
        let last = Last { rig.send(2) }
        let token = rig.attach { [last = last.taken()] _ in withExtendedLifetime(last) {} }
        rig.send(1)
        rig.invalidate(token)
        rig.invalidate(kept)
      },
    ]
  }
}

/// Hands out an object that calls a closure when it goes away.
private struct Last: Sendable {
  private final class Object: Sendable {
    let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) { self.action = action }

    deinit { action() }
  }

  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  func taken() -> some Sendable { Object(action) }
}
