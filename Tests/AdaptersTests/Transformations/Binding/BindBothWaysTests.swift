import TestSupport
import Testing
import Tidings

@Suite("Binding both ways")
struct BindBothWaysTests {
  private let left = PublishedProperty(1)
  private let right = PublishedProperty(2)

  @Test func `sets the other property to the value of this one, and then forwards each change`() {
    let subscription = left.bind(bothWaysWith: right)
    #expect(right.value == 1)
    left.value = 3
    #expect(right.value == 3)
    right.value = 4
    #expect(left.value == 4)
    subscription.invalidate()
    left.value = 5
    #expect(right.value == 4)
    #expect(!left.hasSubscribers && !right.hasSubscribers)
  }

  @Test func `updates each property once for a change`() {
    let subscription = left.bind(bothWaysWith: right)
    let history = History<String>()
    let tokens = [
      left.attach { history.record("left \($0)") }, right.attach { history.record("right \($0)") },
    ]
    left.value = 3
    #expect(history.events == ["left 1", "right 1", "right 3", "left 3"])
    withExtendedLifetime((subscription, tokens)) {}
  }

  @Test func `settles if a subscriber changes a forwarded value`() {
    let subscription = left.bind(bothWaysWith: right)
    let limit = right.attach { [right] in if $0 > 10 { right.value = 10 } }
    left.value = 99
    #expect(left.value == 10)
    #expect(right.value == 10)
    withExtendedLifetime((subscription, limit)) {}
  }

  @Test func `keeps a change that a subscriber makes before the first change is passed back`() {
    let subscription = left.bind(bothWaysWith: right)
    let correction = right.attach { [left] in if $0 == 3 { left.value = 5 } }
    left.value = 3
    #expect(left.value == 5)
    #expect(right.value == 5)
    withExtendedLifetime((subscription, correction)) {}
  }

  @Test func `loses no change that several threads make to one side`() async {
    let (left, right) = (left, right)
    let subscription = left.bind(bothWaysWith: right)
    await onThreads(2) { _ in for _ in 0..<5_000 { left.mutate { $0 += 1 } } }
    #expect(left.value == 10_001)
    await eventually("both to be equal") { right.value == 10_001 }
    subscription.invalidate()
  }

  @Test func `settles on the last value of one of two threads`() async {
    for _ in 0..<100 {
      let left = PublishedProperty(0)
      let right = PublishedProperty(0)
      let subscription = left.bind(bothWaysWith: right)
      await onThreads(2) { index in
        if index == 0 { for value in 1...200 { left.value = value } } else { right.value = -1 }
      }
      await eventually("both to be equal") { left.value == right.value }
      #expect([200, -1].contains(left.value))
      subscription.invalidate()
    }
  }

  @Test func `settles with values that do not equal themselves`() {
    let left = PublishedProperty(Double.nan)
    let right = PublishedProperty(0.0)
    let subscription = left.bind(bothWaysWith: right)
    #expect(right.value.isNaN)
    right.value = 2
    #expect(left.value == 2)
    subscription.invalidate()
  }

  @Test(arguments: 1...20)
  func `settles when threads set both properties at the same time`(round: Int) async {
    await LiveScope.expectingNoLeaks {
      let left = PublishedProperty(0)
      let right = PublishedProperty(0)
      let subscription = left.bind(bothWaysWith: right)
      await onThreads(2) { index in
        for value in 1...500 { (index == 0 ? left : right).value = value * 2 + index }
      }
      await eventually("both to be equal") { left.value == right.value }
      #expect(left.value == right.value)
      subscription.invalidate()
    }
  }

  @Test func `does not keep the properties alive, and ends when one is released`() {
    var left: PublishedProperty<Int>? = PublishedProperty(1)
    let right = PublishedProperty(2)
    let history = History<String>()
    let subscription = left?.bind(bothWaysWith: right)
    subscription?.whenEnded { history.record("end") }
    left = nil
    #expect(history.events == ["end"])
    #expect(!right.hasSubscribers)
  }
}
