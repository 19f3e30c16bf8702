#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(WinSDK)
  import WinSDK
#endif

/// How long a publisher gives its processor away because updates come faster than they are delivered.
///
/// Several threads that publish without a pause have more of the processors than the one thread that delivers: without
/// giving way the queue grows, however little the subscribers do. Nobody waits for a subscriber: the time is bounded, and
/// where processors are idle the delivering thread has one of them anyway. No exploration of threads has as many updates
/// that wait, so nothing there depends on the time.
@frozen @usableFromInline
package struct GivingWay: Equatable, Sendable {
  @usableFromInline package static let none = GivingWay(waitingCount: 0)

  /// With fewer updates that wait, nobody gives way.
  package static let waitingCountForOneStep = 4_096
  package static let step = Duration.microseconds(250)
  package static let maximum = Duration.milliseconds(20)

  package let duration: Duration

  /// The more updates wait, the longer.
  @usableFromInline
  package init(waitingCount: Int) {
    duration = min(Self.maximum, Self.step * (waitingCount / Self.waitingCountForOneStep))
  }

  /// Gives way. To be called without a lock, and not by the thread that delivers what waits.
  ///
  /// A task does not: there are no more threads in the concurrency pool than processors, and who delivers may need one.
  @usableFromInline
  package func perform() {
    guard duration > .zero, !Self.isInTask else { return }
    let end = ContinuousClock.now + duration
    repeat { Self.giveProcessorAway() } while ContinuousClock.now < end
  }

  /// Invariant behind `unsafe`: of the current task nothing is asked but whether there is one.
  private static var isInTask: Bool { unsafe withUnsafeCurrentTask { unsafe $0 != nil } }

  #if canImport(WinSDK)
    private static func giveProcessorAway() { SwitchToThread() }
  #else
    private static func giveProcessorAway() { sched_yield() }
  #endif
}
