import Synchronization
import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A published property")
struct PublishedPropertyTests {
  @MainActor final class Model {
    @PublishedProperty var title = ""
    @PublishedProperty private(set) var count = 0

    func increase() {
      count += 1
    }
  }

  @Test @MainActor func `wraps a stored property, and projects its published value`() {
    let model = Model()
    let history = History<String>()
    let bag = SubscriptionBag()
    model.$title.subscribe { history.record($0) }.store(in: bag)
    model.$count.map { "\($0)" }.subscribe { history.record($0) }.store(in: bag)
    model.title = "a"
    model.increase()
    #expect(history.events == ["", "0", "a", "1"])
    #expect(model.$title.value == "a")
  }

  @Test func `wraps a property of an actor`() async {
    actor Counter {
      @PublishedProperty var count = 0
      func increase() { count += 1 }
    }
    let counter = Counter()
    await counter.increase()
    #expect(await counter.$count.value == 1)
  }

  @Test func `wraps properties of a class and its subclass, including those set in an initialiser`() {
    class Shape {
      @PublishedProperty var name: String
      init(name: String) { self.name = name }
    }
    final class Circle: Shape {
      @PublishedProperty private(set) var radius = 1
      func grow() {
        name += "!"
        radius += 1
      }
    }
    let circle = Circle(name: "circle")
    let history = History<String>()
    let subscription = circle.$name.combineLatest(circle.$radius).attach { history.record("\($0) \($1)") }
    circle.grow()
    #expect(history.events == ["circle 1", "circle! 1", "circle! 2"])
    #expect((circle as Shape).name == "circle!")
    subscription.invalidate()
  }

  @Test func `stored in a struct is shared by its copies`() {
    struct Settings { let volume = PublishedProperty(1) }
    let settings = Settings()
    let copy = settings
    copy.volume.value = 2
    #expect(settings.volume.value == 2)
  }

  @Test func `mutate returns the result of its closure, and delivers one update`() {
    let property = PublishedProperty([1])
    let history = History<[Int]>()
    let subscription = property.subscribe { history.record($0) }
    let removed = property.mutate { values in
      values.append(2)
      values.append(3)
      return values.removeFirst()
    }
    #expect(removed == 1)
    property.mutate { $0.reverse() }
    property.mutate { _ in }
    #expect(history.events == [[1], [2, 3], [3, 2]])
    subscription.invalidate()
  }

  @Test func `mutate retries with the newer value if another thread writes during its closure`() {
    let property = PublishedProperty(0)
    let attempts = Atomic(0)
    property.mutate { value in
      if attempts.add(1, ordering: .relaxed).newValue == 1 { onOtherThread { property.value = 10 } }
      value += 1
    }
    #expect(property.value == 11)
    #expect(attempts.load(ordering: .relaxed) == 2)
  }

  @Test func `does not change if a mutation throws`() {
    struct Refusal: Error {}
    let property = PublishedProperty(1)
    #expect(throws: Refusal.self) {
      try property.mutate { value in
        value = 2
        throw Refusal()
      }
    }
    #expect(property.value == 1)
    property.value = 3
    #expect(property.value == 3)
  }

  @Test func `traps if every attempt of a mutation writes the property itself`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let property = PublishedProperty(0)
      property.mutate {
        $0 += 1
        property.value += 1
      }
    }
    #expect(result.message.contains("from inside its own mutate closure or its '=='"))
  }

  /// A value that calls a closure when it is compared.
  private struct ComparisonObserver: Equatable, Sendable {
    let number: Int
    let onComparison: @Sendable () -> Void

    static func == (left: ComparisonObserver, right: ComparisonObserver) -> Bool {
      left.onComparison()
      return left.number == right.number
    }
  }

  @Test func `can write another property in the == of its value`() {
    let other = PublishedProperty(0)
    let property = PublishedProperty(ComparisonObserver(number: 0) { other.value += 1 })
    property.value = ComparisonObserver(number: 1) {}
    #expect(other.value == 1)
    #expect(property.value.number == 1)
  }
}
