import TestSupport
import Testing
import Tidings
import TidingsTesting

@Suite("The contracts of values")
struct ValueContractTests {
  @Test func `are kept by a value that was made by hand`() async {
    for first in [0, -3] { await expectValueContracts { ValueUnderTest(HandMadePublisher(value: first)) } }
  }

  @Test(arguments: [
    WrongSubject(
      Fault.startsWithoutValue, "V1: the current value did not come first, once, before the subscription was made"),
    WrongSubject(
      .deliversFirstValueLate,
      "V1: during another thread's delivery a subscriber did not get the current value first", and: .v2),
    WrongSubject(
      .callsFromTwoThreadsAtFirst, "P3: a closure ran on another thread during its initial delivery"),
    WrongSubject(
      .losesUpdatesOfOtherThreads, "V2: the last update that was delivered is not the final value", and: .p6, .p10),
    WrongSubject(
      .deliversOthersUpdatesWhereIdle, "V2: the last update that was delivered is not the final value",
      and: .p4, .p6, .p10),
    WrongSubject(.losesTheThirdUpdate, "V2: changes were lost, doubled or put out of order", and: .p6),
    WrongSubject(
      .losesUpdatesDuringTheFirstValue, "P5: what was set during an initial delivery did not come right after it",
      and: .v2),
    WrongSubject(.deliversEqualValues, "V3: an equal value was delivered, or a change there and back was not"),
    WrongSubject(
      .comparesWithDelivered, "V3: a change was measured against what was delivered, not against what was set last"),
    WrongSubject(.storesValueAtDelivery, "V5: inside a delivery the value does not read as it was set last", and: .v2),
  ])
  func `are broken by one that`(is wrong: WrongSubject<Fault>) async {
    let workshop = Workshop()
    defer { workshop.letGo() }
    wrong.expect(
      in: await failures {
        await expectValueContracts { ValueUnderTest(workshop.publisher(value: 0, fault: wrong.fault)) }
      })
  }

  @Test func `trap if the first value is one of the numbers that they set`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ValueUnderTest(PublishedProperty(1), set: { _ in })
    }
    #expect(result.message.contains("ValueUnderTest takes a publisher whose first value is below 1, not 1"))
  }

  @Test func `name the value if it cannot be read`() async throws {
    let lock = BlockingLock(isRecursive: false)
    lock.take()
    defer { lock.open() }
    let failures = await failures {
      await expectValueContracts {
        let property = PublishedProperty(0)
        return ValueUnderTest(
          property,
          value: {
            if property.value > 0 { lock.take() }
            return property.value
          }, set: { property.value = $0 })
      }
    }
    let blocked = try #require(failures.last)
    let call = "\nreading the value, in the check of V5: the value does not read as it was set last"
    #expect(blocked.message.contains(call))
    #expect(!blocked.message.contains("\n, in the check of"))
  }
}

extension ValueUnderTest {
  fileprivate init(_ publisher: HandMadePublisher) {
    self.init(publisher, value: { publisher.value ?? .min }, set: publisher.send, end: publisher.end)
  }
}
