import Combine
import TestSupport
import Testing
import Tidings

@Suite("Demand and updates on several threads")
struct CombineThreadsTests {
  @Test func `every update comes once, in order, when demand comes from elsewhere`() async {
    let source = BroadcastSource<Int>()
    let subscriber = Demanding<Int, Never>()
    source.combinePublisher.subscribe(subscriber)
    await onThreads(2) { thread in
      for number in 0..<5000 {
        if thread == 0 { source.send(number) } else { subscriber.request(.max(1)) }
      }
    }
    #expect(subscriber.events == (0..<5000).map { "\($0)" })
  }

  @Test func `the newest value comes last, however demand and changes meet`() async {
    for _ in 0..<100 {
      let property = PublishedProperty(0)
      let subscriber = Demanding<Int, Never>()
      property.combinePublisher.subscribe(subscriber)
      await onThreads(2) { thread in
        for number in 1...50 {
          if thread == 0 { property.value = number } else { subscriber.request(.max(1)) }
        }
      }
      subscriber.request(.max(1))
      let numbers = subscriber.events.compactMap { Int($0) }
      #expect(numbers.last == 50)
      #expect(numbers == numbers.sorted())
      subscriber.cancel()
    }
  }

  @Test func `delivers nothing after a cancel on the sending thread has returned, and keeps no subscription`() async {
    for _ in 0..<200 {
      let source = BroadcastSource<Int>()
      let subscriber = Demanding<Int, Never>(1_000_000)
      source.combinePublisher.subscribe(subscriber)
      await onThreads(2) { thread in
        guard thread == 0 else { return subscriber.cancel() }
        for number in 0..<50 { source.send(number) }
      }
      let count = subscriber.events.count
      source.send(100)
      source.finish()
      #expect(subscriber.events.count == count)
      #expect(subscriber.events == (0..<count).map { "\($0)" })
    }
  }

  @Test func `subscribing during the release of the source always ends`() async {
    for _ in 0..<200 {
      let source = BroadcastSource<Int>()
      let subscriber = Demanding<Int, Never>()
      await onThreads(2) { thread in
        if thread == 0 { source.finish() } else { source.combinePublisher.subscribe(subscriber) }
      }
      #expect(subscriber.events == ["finished"])
    }
  }
}
