import Dispatch

/// Records the numbers that are delivered on the main actor, and whether each delivery is on the main queue.
@MainActor
package final class Arrivals {
  private static let mainQueue: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  package private(set) var numbers: [Int] = []
  private var strays = 0
  private var awaited: (last: Int, continuation: CheckedContinuation<Void, Never>)?

  package init() {
    _ = Self.mainQueue
  }

  /// Traps outside the main actor, even if a faulty library calls it there.
  package func note(_ number: Int) {
    MainActor.preconditionIsolated()
    if DispatchQueue.getSpecific(key: Self.mainQueue) != true { strays += 1 }
    numbers.append(number)
    if let awaited, awaited.last == number {
      self.awaited = nil
      awaited.continuation.resume()
    }
  }

  /// Waits until a number has arrived.
  package func wait(for last: Int) async {
    guard numbers.last != last else { return }
    await withCheckedContinuation { awaited = (last, $0) }
  }

  /// A description for people and tests.
  package var summary: String {
    let isInOrder = numbers == numbers.sorted()
    return "\(numbers.count) arrived, \(isInOrder ? "in order" : "out of order"), \(strays) off the main queue"
  }
}
