import Tidings

struct Fibonacci: Publisher {
  let count: Int

  func attach(_ receive: @escaping @Sendable (Int) -> Void, ended: (@Sendable () -> Void)?) -> Subscription {
    sequence(state: (0, 1)) { state in
      defer { state = (state.1, state.0 + state.1) }
      return state.0
    }
    .prefix(count).broadcaster().attach(receive, ended: ended)
  }
}

final class Door: ValuePublisher {
  private let isOpen = PublishedProperty(false)

  var publishedValue: PublishedValue<Bool> { isOpen.publishedValue }

  func toggle() {
    isOpen.mutate { $0.toggle() }
  }
}

func followPublishers() {
  let door = Door()
  let text = door.map { $0 ? "open" : "closed" }
  let one = text.subscribe { print($0) }
  let two = Fibonacci(count: 10).filter { $0 % 2 == 0 }.subscribe { print($0) }
  door.toggle()
  print(text.value)
  one.invalidate()
  two.invalidate()
}
