import TestSupport
import Testing
import TidingsCore

@testable import TidingsAdapters

/// The queue as a value, through every order of its verbs.
@Suite("The queue of an asynchronous sequence")
struct UpdateQueueTests {
  private enum Verb: CaseIterable {
    case update, end, ask, close
  }

  /// What the queue should do, written as plainly as possible.
  private struct Model {
    var waiting: [String] = []
    var isAsked = false
    var isOver = false

    mutating func perform(_ verb: Verb, number: Int, _ buffering: Buffering) -> String {
      switch verb {
      case .update where isOver, .end where isOver: return "ignored"
      case .update where isAsked:
        isAsked = false
        return "resumed with \(number)"
      case .end where isAsked:
        (isAsked, isOver) = (false, true)
        return "resumed with end"
      case .end:
        waiting.append("end")
        return "kept"
      case .update:
        return keep("\(number)", buffering)
      case .ask where isAsked: return "refused"
      case .ask where isOver: return "got end"
      case .ask where waiting.isEmpty:
        isAsked = true
        return "waits"
      case .ask:
        let first = waiting.removeFirst()
        isOver = first == "end"
        return "got \(first)"
      case .close:
        defer { (waiting, isAsked, isOver) = ([], false, true) }
        return isAsked ? "resumed with end" : "closed"
      }
    }

    private mutating func keep(_ update: String, _ buffering: Buffering) -> String {
      switch buffering {
      case .oldest(let limit) where waiting.count >= limit:
        return "dropped \(update)"
      case .newest(let limit) where waiting.count >= limit:
        let oldest = waiting.removeFirst()
        waiting.append(update)
        return "dropped \(oldest)"
      default:
        waiting.append(update)
        return "kept"
      }
    }
  }

  private func perform(
    _ verb: Verb, number: Int, on queue: inout UpdateQueueState<Int, String>
  ) -> String {
    switch verb {
    case .update, .end:
      let event: PublisherEvent<Int> = verb == .end ? .ended : .update(number)
      let wasOver = queue.isOver
      let (consumer, dropped) = queue.arrive(event)
      if consumer != nil { return "resumed with \(name(event))" }
      if let dropped { return "dropped \(dropped)" }
      return wasOver ? "ignored" : "kept"
    case .ask:
      switch queue.wait(with: "consumer") {
      case .resume(let event): return "got \(name(event))"
      case .wait: return "waits"
      case .refuse: return "refused"
      }
    case .close:
      return queue.close().consumer == nil ? "closed" : "resumed with end"
    }
  }

  private func name(_ event: PublisherEvent<Int>) -> String {
    if case .update(let update) = event { "\(update)" } else { "end" }
  }

  private func orders(of length: Int) -> [[Verb]] {
    guard length > 0 else { return [[]] }
    return orders(of: length - 1).flatMap { start in Verb.allCases.map { start + [$0] } }
  }

  // An end comes once and nothing after it, so orders in which the publisher goes on are left out.
  private func isPossible(_ order: [Verb]) -> Bool {
    guard let end = order.firstIndex(of: .end) else { return true }
    return !order[(end + 1)...].contains { $0 == .update || $0 == .end }
  }

  @Test(arguments: [Buffering.unbounded, .newest(1), .newest(2), .oldest(1), .oldest(2)])
  func `does the same as its model`(buffering: Buffering) {
    for order in orders(of: 7) where isPossible(order) {
      var queue = UpdateQueueState<Int, String>(buffering)
      var model = Model()
      for (number, verb) in order.enumerated() {
        let expected = model.perform(verb, number: number, buffering)
        let actual = perform(verb, number: number, on: &queue)
        guard actual == expected else {
          Issue.record("\(order.prefix(number + 1)): \(actual) instead of \(expected)")
          return
        }
      }
    }
  }
}
