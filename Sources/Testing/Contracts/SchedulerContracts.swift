import Dispatch
import TidingsCore

/// A scheduler under test.
struct SchedulerSubject: Sendable {
  let scheduler: any UpdateScheduler
  /// Advances virtual time, if the scheduler has it.
  let advance: (@Sendable (Duration) -> Void)?
}

extension ContractFixture<SchedulerSubject> {
  private var scheduler: any UpdateScheduler { subject.scheduler }

  fileprivate func enqueue(_ job: @escaping @Sendable () -> Void) {
    trial.call("enqueue(_:)") { scheduler.enqueue(job) }
  }

  fileprivate func enqueue(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    trial.call("enqueue(after: \(delay))") { scheduler.enqueue(after: delay, job) }
  }

  /// Advances virtual time, if the scheduler has it.
  fileprivate func advance(by duration: Duration) {
    if let advance = subject.advance { trial.call("advancing by \(duration)") { advance(duration) } }
  }

  /// Waits until there are this many notes.
  fileprivate func wait<Event>(for notes: Notes<Event>, count: Int, advancingBy duration: Duration = .zero) {
    advance(by: duration)
    notes.wait(for: count == 1 ? "the job" : "\(count) jobs", in: trial) { $0.count >= count }
  }

  fileprivate func enqueueHolding(_ object: Subscription, after delay: Duration) -> Subscription {
    enqueue(after: delay) { withExtendedLifetime(object) {} }
  }

  /// Returns whether another job was cancelled before the time of the job.
  fileprivate func runJob(dueIn delay: Duration) -> Bool {
    let (notes, last) = (Notes<Void>(), Notes<Void>())
    let start = scheduler.uptime
    keep(enqueue(after: delay) { notes.add(()) })
    invalidate(enqueue(after: delay) {})
    let isInTime = scheduler.uptime - start < delay
    wait(for: notes, count: 1, advancingBy: delay)
    keep(enqueue(after: delay) { last.add(()) })
    wait(for: last, count: 1, advancingBy: delay)
    expect(notes.events.count, 1, "the number of times that the job ran")
    return isInTime
  }

  /// Returns whether the jobs were cancelled before their time, so that they must not run.
  fileprivate func cancelJobs(dueIn delay: Duration) -> Bool {
    let notes = Notes<String>()
    let start = scheduler.uptime
    let first = enqueue(after: delay) { notes.add("invalidated") }
    invalidate(first)
    _ = enqueue(after: delay) { notes.add("dropped") }
    guard scheduler.uptime - start < delay else { return false }
    let last = Notes<Void>()
    keep(enqueue(after: delay * 2) { last.add(()) })
    wait(for: last, count: 1, advancingBy: delay * 2)
    expect(notes.events, [], "jobs whose tokens were invalidated or dropped before their time")
    return true
  }
}

extension Contract<SchedulerSubject> {
  static var schedulerContracts: [Contract] {
    [
      Contract(.s1, "jobs did not run once each, in the order in which they were enqueued") { fixture in
        let notes = Notes<Int>()
        for number in 1...24 { fixture.enqueue { notes.add(number) } }
        fixture.enqueue {
          notes.add(25)
          // These jobs wait for this one, regardless of the scheduler.
          for number in 26...50 { fixture.enqueue { notes.add(number) } }
        }
        fixture.wait(for: notes, count: 50)
        let last = Notes<Void>()
        fixture.enqueue { last.add(()) }
        fixture.wait(for: last, count: 1)
        fixture.expect(
          notes.events == Array(1...50),
          "the jobs 1 to 50 were enqueued, and these ran: \(list(notes.events))")
      },

      Contract(.s1, "a job began while another one ran") { fixture in
        let notes = Notes<Bool>()
        let hasBegun = DispatchSemaphore(value: 0)
        fixture.enqueue {
          fixture.enqueue { hasBegun.signal() }
          // Long enough for another thread to begin.
          notes.add(hasBegun.wait(timeout: .now() + .milliseconds(20)) == .success)
        }
        fixture.wait(for: notes, count: 1)
        fixture.expect(notes.events, [false], "whether a job that another one enqueued began before that one ended")
      },

      Contract(.s1, "a delayed job did not run once, while another one was cancelled") { fixture in
        var delay = Duration.milliseconds(5)
        while delay < .seconds(10), !fixture.runJob(dueIn: delay) { delay *= 2 }
      },

      Contract(.s2, "a job ran before its time") { fixture in
        let delay = Duration.milliseconds(30)
        let notes = Notes<Duration>()
        let start = fixture.subject.scheduler.uptime
        let scheduler = fixture.subject.scheduler
        fixture.keep(fixture.enqueue(after: delay) { notes.add(scheduler.uptime) })
        if fixture.subject.advance != nil {
          fixture.advance(by: delay - .milliseconds(1))
          fixture.expect(notes.events.isEmpty, "a job for \(delay) later ran a millisecond before")
          fixture.wait(for: notes, count: 1, advancingBy: .milliseconds(1))
        } else {
          fixture.wait(for: notes, count: 1)
        }
        for time in notes.events.prefix(1) {
          fixture.expect(time - start >= delay, "a job for \(delay) later ran after \(time - start)")
        }
        fixture.expect(scheduler.uptime >= start, "its uptime went back")
      },

      Contract(.s2, "a job with a negative delay did not run") { fixture in
        let notes = Notes<Void>()
        fixture.keep(fixture.enqueue(after: .seconds(-1)) { notes.add(()) })
        fixture.wait(for: notes, count: 1)
      },

      Contract(.s2, "a job with a very long delay ran before its time") { fixture in
        let scheduler = fixture.subject.scheduler
        let (notes, last) = (Notes<Duration>(), Notes<Void>())
        let start = scheduler.uptime
        // Longer than nanoseconds of 64 bits.
        let delay = Duration.seconds(1_000_000_000_000 as Int64)
        fixture.keep(fixture.enqueue(after: delay) { notes.add(scheduler.uptime) })
        fixture.keep(fixture.enqueue(after: .milliseconds(1)) { last.add(()) })
        fixture.wait(for: last, count: 1, advancingBy: .milliseconds(1))
        for time in notes.events {
          fixture.expect(time - start >= delay, "a job for \(delay) later ran after \(time - start)")
        }
      },

      Contract(.s3, "a cancelled job was not released") { fixture in
        let released = Notes<Void>()
        let token = fixture.enqueueHolding(Subscription { released.add(()) }, after: .seconds(3600))
        fixture.invalidate(token)
        released.wait(for: "the release of a job whose token was invalidated", in: fixture.trial) { !$0.isEmpty }
      },

      Contract(.s3, "a job ran although it was cancelled") { fixture in
        var delay = Duration.milliseconds(20)
        // On a busy machine, the job may be due before it is cancelled. Then the check is repeated with a longer time,
        // up to some seconds.
        while delay < .seconds(10), !fixture.cancelJobs(dueIn: delay) { delay *= 2 }
      },

      Contract(.s4, "isCurrent does not report whether the calling code is a job") { fixture in
        let scheduler = fixture.subject.scheduler
        let (inside, elsewhere) = (Notes<Bool>(), Notes<Bool>())
        fixture.expect(!scheduler.isCurrent, "it is true outside of any job")
        fixture.enqueue {
          inside.add(scheduler.isCurrent)
          fixture.trial.onOtherThread { elsewhere.add(scheduler.isCurrent) }
        }
        fixture.wait(for: elsewhere, count: 1)
        fixture.keep(fixture.enqueue(after: .milliseconds(1)) { inside.add(scheduler.isCurrent) })
        fixture.wait(for: inside, count: 2, advancingBy: .milliseconds(1))
        fixture.expect(
          inside.events.allSatisfy { $0 }, "it is false inside a job, without or with a delay: \(inside.events)")
        fixture.expect(elsewhere.events.first == false, "it is true on another thread while a job runs")
      },

      Contract(.s5, "a job that was enqueued by a job did not run") { fixture in
        let notes = Notes<Int>()
        fixture.enqueue {
          fixture.enqueue { notes.add(1) }
        }
        fixture.wait(for: notes, count: 1)
      },

      Contract(.s5, "several threads enqueued jobs, and not each ran once", isConcurrent: true) { fixture in
        let notes = Notes<Int>()
        fixture.trial.onThreads(3) { index in
          for number in 1...50 { fixture.enqueue { notes.add(index * 50 + number) } }
        }
        fixture.wait(for: notes, count: 150)
        fixture.expect(
          notes.events.sorted() == Array(1...150), "150 jobs were enqueued, and these ran: \(list(notes.events))")
      },
    ]
  }
}
