import Testing
import TidingsCore

extension Contract {
  static let placeContracts: [Contract] = [
    Contract("P9 subscribed on the main actor, updates are delivered there in order, the first immediately") {
      subject in
      let fixture = subject.make()
      let history = History<Int>()
      let ended = History<Bool>()
      let subscription = await MainActor.run {
        let subscription = fixture.publisher.subscribe { update in
          MainActor.assertIsolated()
          history.record(MainQueue.isCurrent ? update : -1)
        } ended: {
          ended.record(MainQueue.isCurrent)
        }
        #expect(history.events == subject.first())
        fixture.send(1)
        #expect(history.events == subject.first() + [1])
        return subscription
      }
      await onThreads { _ in
        for update in 2...200 { fixture.send(update) }
        fixture.finish()
        ended.waitForCount(1)
      }
      #expect(history.events == subject.first() + Array(1...200) + subject.resultAtEnd)
      #expect(ended.events == [true])
      withExtendedLifetime(subscription) {}
    },

    Contract("P9 subscribed on another actor, updates are delivered there in order, the first immediately") { subject in
      let fixture = subject.make()
      let listener = Listener()
      await listener.listen(to: fixture)
      #expect(await listener.received == subject.first())
      await onThreads { _ in
        for update in 1...200 { fixture.send(update) }
        fixture.finish()
        listener.ended.waitForCount(1)
      }
      #expect(await listener.received == subject.first() + Array(1...200) + subject.resultAtEnd)
      await listener.leave()
    },

    Contract("P2 after invalidate on the main actor, a pending hop calls nothing") { subject in
      let fixture = subject.make()
      let history = History<Int>()
      let subscription = await MainActor.run {
        fixture.publisher.subscribe { @MainActor in history.record($0) }
      }
      await MainActor.run {
        onOtherThread { fixture.send(1) }
        subscription.invalidate()
      }
      await MainActor.run {}
      #expect(history.events == subject.first())
    },

    Contract("P9 subscribed from nonisolated code, updates are delivered on the publishing thread") { subject in
      let fixture = subject.make()
      let history = History<Bool>()
      await onThreads { _ in
        let publishing = Held<ThreadID>()
        let subscription = fixture.publisher.subscribe { _ in history.record(publishing.current == .current) }
        let before = history.events.count
        onOtherThread {
          publishing.hold(.current)
          fixture.send(1)
        }
        #expect(history.events.dropFirst(before) == [true])
        subscription.invalidate()
      }
    },
  ]
}

private actor Listener {
  private(set) var received: [Int] = []
  private var subscription: Subscription?
  nonisolated let ended = History<Void>()

  func listen(to fixture: Fixture) {
    let ended = ended
    subscription = fixture.publisher.subscribe { [weak self] update in
      self?.assumeIsolated { $0.received.append(update) }
    } ended: {
      ended.record(())
    }
  }

  func leave() {
    subscription = nil
  }
}
