import Testing
import Tidings
import TidingsTesting

private let blocked =
  "P7: a call did not return, or the calls are slow: after 3.0 seconds in which the process could run"

@Suite("The contracts of publishers")
struct PublisherContractTests {
  @Test func `are kept by a publisher that was made by hand`() async {
    await expectPublisherContracts {
      let publisher = HandMadePublisher()
      return PublisherUnderTest(publisher, send: publisher.send, end: publisher.end)
    }
  }

  @Test(arguments: [
    WrongSubject(Fault.keepsDroppedTokens, "P1: a subscription continued after its token was released"),
    WrongSubject(
      .disturbsOthersAtSubscription, "P1: subscribing or leaving delivered an update to another subscriber"),
    WrongSubject(.removesTheNextToo, "P1: a subscriber that left took an update from another"),
    WrongSubject(.skipsTheNextOfALeaving, "P1: a subscriber that left took an update from another"),
    WrongSubject(
      .deliversAfterInvalidate, "P2: an update was delivered after invalidate() had returned", and: .p1, .p8),
    WrongSubject(
      .callsInvalidatedInTheSameDelivery,
      "P2: a subscriber was called that had been invalidated earlier in the same delivery"),
    WrongSubject(.callsWhatHasInvalidatedItself, "P2: a subscriber that had invalidated itself was called again"),
    WrongSubject(
      .callsWhatAnotherThreadHasInvalidated,
      "P2: after invalidate() more than the one call that had begun on another thread was made"),
    WrongSubject(.keepsClosure, "P2: the closure was kept after invalidate()", and: .p8),
    WrongSubject(.keepsEndedClosure, "P2: the closure was kept after invalidate()", and: .p8),
    WrongSubject(.entersRunningClosure, "P3: a closure was entered while it ran"),
    WrongSubject(.callsFromTwoThreads, "P3: a closure ran on two threads at the same time", and: .p6, .p10),
    WrongSubject(
      .callsInReverseOrder, "P4: subscribers were not called in the order in which they had subscribed"),
    WrongSubject(
      .deliversOthersUpdatesWhereIdle, "P4: two subscribers got updates in different orders", and: .p6, .p10),
    WrongSubject(
      .deliversNestedToLaterFirst,
      "P5: what was published from inside a delivery reached a subscriber before that delivery had"),
    WrongSubject(
      .deliversAtSubscription, "P6: a new subscriber got something other than what the publisher keeps"),
    WrongSubject(
      .joinsTheCurrentDelivery, "P6: a subscriber that joined during a delivery did not get exactly what came after"),
    WrongSubject(
      .losesUpdatesOfOtherThreads, "P6: an update was lost that was sent during another thread's delivery", and: .p10),
    WrongSubject(
      .losesUpdatesOfOtherThreadsForLater, "P6: an update was lost that was sent during another thread's delivery",
      and: .p10),
    WrongSubject(
      .losesSimultaneousSubscriptions, "P6: threads subscribed at the same time, and not each got the next update"),
    WrongSubject(.losesTheThirdUpdate, "P6: updates were lost, doubled or put out of order"),
    WrongSubject(
      .losesUpdatesThatWait, "P6: several threads published, and updates were lost, doubled or put out of order"),
    WrongSubject(.diesWithItsLastSubscriber, "P6: after the last subscriber had left, a new one got no update"),
    WrongSubject(.holdsLock, blocked, and: .p6),
    WrongSubject(.holdsRecursiveLock, blocked, and: .p6),
    WrongSubject(
      .deliversToLate, "P8: a subscriber that came after the end got something other than what is kept"),
    WrongSubject(.keepsClosureAfterTheEnd, "P8: the closure was kept after the end"),
    WrongSubject(.tellsNoEndToLate, "P8: a subscriber that came after the end did not receive it"),
    WrongSubject(
      .deliversOnAThreadOfItsOwn, "P9: an update was delivered on another thread than the one that published it"),
    WrongSubject(.tellsNoEnd, "P10: the end was not delivered exactly once, after the last update", and: .p8),
    WrongSubject(.tellsTheEndToTheFirst, "P10: not each subscriber was notified of the end"),
    WrongSubject(
      .forgetsEndedClosure, "P10: attach(_:ended:) did not call ended exactly once, after the last update",
      and: .p8),
    WrongSubject(.forgetsEndedClosureOfLate, "P8: a subscriber that came after the end did not receive it"),
    WrongSubject(.servesOneSubscriberInTurn, "P6: updates were lost, doubled or put out of order", and: .p1, .p10),
    WrongSubject(.tellsTheEndToInvalidated, "P10: an invalidated subscription received the end", and: .p2, .p8),
    WrongSubject(.invalidatesAtTheEnd, "P10: a handler that was added after the end did not run", and: .p8),
    WrongSubject(
      .deliversAfterTheEndOfAnotherThread,
      "P10: several threads ended the publisher, and the end was not delivered once, as the last event", and: .p8),
    WrongSubject(.deliversAfterEnd, "P10: an update was delivered after the end", and: .p8),
    WrongSubject(
      .endOvertakesUpdates, "P10: an end from inside a delivery did not come behind what was accepted before"),
    WrongSubject(
      .endOfOtherThreadsOvertakesUpdates,
      "P10: an end on another thread did not come behind what that thread had sent"),
    WrongSubject(.helpsWithoutBound, "P11: a thread delivered more than 16 updates of other threads"),
  ])
  func `are broken by one that`(is wrong: WrongSubject<Fault>) async {
    let workshop = Workshop()
    defer { workshop.letGo() }
    wrong.expect(
      in: await failures {
        await expectPublisherContracts {
          let publisher = workshop.publisher(fault: wrong.fault)
          return PublisherUnderTest(publisher, send: publisher.send, end: publisher.end)
        }
      })
  }

  @Test(arguments: [
    (Fault.holdsLock, "a call inside a delivery did not return"),
    (.holdsRecursiveLock, "a thread waited for the subscriber of another"),
    (.holdsLockAtTheEnd, "a call inside the handler of the end did not return"),
    (.holdsLockAtTheRelease, "a call from the release of a closure did not return"),
  ])
  func `name the check in which a call did not return`(fault: Fault, breach: String) async {
    let workshop = Workshop()
    defer { workshop.letGo() }
    let failures = await failures {
      await expectPublisherContracts {
        let publisher = workshop.publisher(fault: fault)
        return PublisherUnderTest(publisher, send: publisher.send, end: publisher.end)
      }
    }
    #expect(failures.last?.message.contains("in the check of P7: \(breach)") == true)
  }

  @Test func `fail the test in the line of the call, with the calls and deliveries`() async throws {
    let workshop = Workshop()
    defer { workshop.letGo() }
    let line: UInt = #line + 2
    let failures = await failures {
      await expectPublisherContracts {
        let publisher = workshop.publisher(fault: .joinsTheCurrentDelivery)
        return PublisherUnderTest(publisher, send: publisher.send)
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.map(\.message) == [
        """
        P6: a subscriber that joined during a delivery did not get exactly what came after
        a subscriber that joined during the delivery of 1, after which 2 was sent: expected [2], got [1, 2]
        """
      ])
  }

  @Test func `are all asked, though the publisher blocks a thread for good`() async throws {
    let workshop = Workshop()
    defer { workshop.letGo() }
    let failures = await failures {
      await expectPublisherContracts(replaysLatest: true) {
        let publisher = workshop.publisher(fault: .holdsRecursiveLock)
        return PublisherUnderTest(publisher, send: publisher.send, end: publisher.end)
      }
    }
    let blocked = try #require(failures.last)
    #expect(blocked.headline.hasPrefix("P7: a call did not return"))
    #expect(
      blocked.message.contains("\nsend(2), during send(1), in the check of P4: two subscribers got updates in"))
    #expect(failures.contains { $0.headline.hasPrefix("P6: a new subscriber got something other") })
  }

  @Test func `are broken by one that delivers nothing`() async {
    let failures = await failures {
      await expectPublisherContracts(concurrently: false) { PublisherUnderTest(Broadcaster.never, send: { _ in }) }
    }
    #expect(
      failures.map(\.headline) == [
        "P1: a subscriber that left took an update from another",
        "P6: updates were lost, doubled or put out of order",
        "P6: after the last subscriber had left, a new one got no update",
        "P6: a subscriber that joined during a delivery did not get exactly what came after",
      ])
  }

  @Test func `are not asked where they are not promised, or need several threads`() async {
    let workshop = Workshop()
    defer { workshop.letGo() }
    let failures = await failures {
      await expectPublisherContracts(except: [.p6]) {
        PublisherUnderTest(workshop.publisher(fault: .joinsTheCurrentDelivery), send: { _ in })
      }
      await expectPublisherContracts(concurrently: false) {
        let publisher = workshop.publisher(fault: .holdsRecursiveLock)
        return PublisherUnderTest(publisher, send: publisher.send, end: publisher.end)
      }
    }
    #expect(failures.allSatisfy { !$0.headline.hasPrefix("P6") && !$0.headline.hasPrefix("P7") })
  }
}
