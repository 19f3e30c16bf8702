import Dispatch
import Tidings

/// The code that every host runs. It subscribes from main-actor code to publishers of background threads, and reports
/// the deliveries.
@MainActor
package final class Trial {
  private struct Event: Sendable {
    let thread: Int
    let number: Int
  }

  private nonisolated static let changes = 500
  private nonisolated static let threads = 4
  private nonisolated static let eventsPerThread = 250

  private let values = Arrivals()
  private var events = (0..<threads).map { _ in Arrivals() }
  private var lines: [String] = []
  private var openEnds = 2
  private let subscriptions = SubscriptionBag()
  private let whenDone: @MainActor (_ findings: String) -> Void

  private init(whenDone: @escaping @MainActor (_ findings: String) -> Void) {
    self.whenDone = whenDone
  }

  /// Starts immediately in the calling code, and reports its findings when both publishers have ended.
  package static func begin(whenDone: @escaping @MainActor (_ findings: String) -> Void) {
    let trial = Trial(whenDone: whenDone)
    trial.followProperty()
    trial.followSource()
  }

  private func followProperty() {
    let property = PublishedProperty(0)
    property.publishedValue.subscribe {
      self.values.note($0)
    } ended: {
      self.report("value", self.values.summary)
      self.endArrived()
    }
    .store(in: subscriptions)
    report("before subscribe returned", "\(values.numbers)")
    property.value = 1
    report("before a set on the main actor returned", "\(values.numbers)")
    // The thread has the last reference, so the value ends after its last change.
    DispatchQueue(label: "property").async {
      for number in 2...Self.changes { property.value = number }
    }
  }

  private func followSource() {
    let source = BroadcastSource<Event>()
    source.subscribe {
      self.events[$0.thread].note($0.number)
    } ended: {
      for (thread, arrivals) in self.events.enumerated() { self.report("thread \(thread)", arrivals.summary) }
      self.endArrived()
    }
    .store(in: subscriptions)
    let group = DispatchGroup()
    for thread in 0..<Self.threads {
      DispatchQueue(label: "thread \(thread)").async(group: group) {
        for number in 0..<Self.eventsPerThread { source.send(Event(thread: thread, number: number)) }
      }
    }
    group.notify(queue: .global()) { @Sendable in source.finish() }
  }

  /// Sets a property after both ends, when another thread may run the main queue than at the start.
  private func setLater() {
    let property = PublishedProperty(0)
    let arrivals = Arrivals()
    property.publishedValue.subscribe { arrivals.note($0) }.store(in: subscriptions)
    property.value = 1
    report("before a later set on the main actor returned", "\(arrivals.numbers)")
  }

  private func report(_ subject: String, _ finding: String) {
    lines.append("\(subject): \(finding)")
  }

  private func endArrived() {
    openEnds -= 1
    guard openEnds == 0 else { return }
    setLater()
    whenDone(lines.sorted().joined(separator: "\n"))
  }
}
