import Dispatch
import Harness
import Synchronization
import Tidings

/// Threads that publish without a pause, while another one subscribes and leaves without a pause.
///
/// It is measured in a process of its own, whose peak of memory is then its own.
package struct FullSpeed: Codable, Sendable {
  package enum Construction: String, Codable, Sendable {
    case source, property, merge, combination
  }

  package enum Subscriber: String, Codable, Sendable {
    /// Counts.
    case trivial
    /// Takes ten microseconds, so that no subscriber could keep up.
    case slow
    /// Takes as long, behind a buffer that has a limit.
    case slowBehindBuffer
  }

  package struct Outcome: Codable, Sendable {
    /// Of each call of `send` or `set`, and of each of `subscribe` or `invalidate`: in nanoseconds.
    package var publishing = Times()
    package var joining = Times()
    /// The most memory that the process has had, in bytes, and what it had before.
    package var peak: Int64 = 0
    package var start: Int64 = 0
    package var published = 0
    package var delivered = 0
  }

  package struct Times: Codable, Sendable {
    package var mostly = 0.0
    package var longest = 0.0

    init() {}

    init(_ latencies: Latencies) {
      mostly = latencies.percentile(0.999)
      longest = Double(latencies.longest)
    }
  }

  package var construction: Construction
  package var subscriber: Subscriber
  package var threads: Int
  package var seconds: Double

  package init(_ construction: Construction, _ subscriber: Subscriber = .trivial, threads: Int, seconds: Double = 10) {
    self.construction = construction
    self.subscriber = subscriber
    self.threads = threads
    self.seconds = seconds
  }

  /// Keeps the threads going, and returns what came of it. What waits for a slow subscriber then is left where it is: the
  /// process is to exit.
  package func run() -> Outcome {
    let subject = FullSpeedSubject(construction)
    let sink = Sink()
    var outcome = Outcome()
    let token = subject.subscribe(subscriber) { sink.receive($0) }
    outcome.start = peakMemory()
    let isOver = Flag()
    DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { isOver.raise() }
    let publishing = Mutex(Latencies())
    let joining = Mutex(Latencies())
    onThreads(threads + 1) { [threads] thread in
      var stopwatch = Stopwatch()
      if thread == threads {
        while !isOver.isRaised { subject.comeAndGo(&stopwatch) }
        joining.withLock { [stopwatch] in $0.add(stopwatch.latencies) }
      } else {
        var number = thread
        while !isOver.isRaised {
          subject.publish(number, on: thread)
          stopwatch.lap()
          number += threads
        }
        publishing.withLock { [stopwatch] in $0.add(stopwatch.latencies) }
      }
    }
    outcome.delivered = sink.deliveries.load(ordering: .relaxed)
    outcome.peak = peakMemory()
    publishing.withLock {
      outcome.published = $0.count
      outcome.publishing = Times($0)
    }
    joining.withLock { outcome.joining = Times($0) }
    keep(token)
    return outcome
  }
}

private final class Flag: Sendable {
  private let raised = Atomic(false)

  var isRaised: Bool { raised.load(ordering: .relaxed) }

  func raise() { raised.store(true, ordering: .relaxed) }
}
