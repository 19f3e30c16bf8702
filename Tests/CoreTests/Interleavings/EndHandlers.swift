import Synchronization
import TidingsCore

/// The end handlers of a scenario.
///
/// A handler is opaque; which one the hub hands out is learnt by running it.
final class EndHandlers: Sendable {
  private let handlers: [EndHandler]
  private let last = LastRun()

  init(count: Int) {
    handlers = (0..<count).map { [last] number in
      EndHandler { last.number.store(number, ordering: .relaxed) }
    }
  }

  subscript(number: Int) -> EndHandler { handlers[number] }

  func number(of handler: EndHandler) -> Int {
    handler.run()
    return last.number.load(ordering: .relaxed)
  }

  private final class LastRun: Sendable {
    let number = Atomic(0)
  }
}
