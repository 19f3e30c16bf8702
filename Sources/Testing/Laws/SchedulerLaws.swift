import TidingsCore

/// A scheduler that laws are asked of.
struct SchedulerSubject: Sendable {
  let scheduler: any UpdateScheduler
  /// Lets time pass, where that does not pass by itself.
  let advance: (@Sendable (Duration) -> Void)?
}

extension LawRig<SchedulerSubject> {
  private var scheduler: any UpdateScheduler { subject.scheduler }

  fileprivate func enqueue(_ job: @escaping @Sendable () -> Void) {
    trial.call("enqueue(_:)") { scheduler.enqueue(job) }
  }

  fileprivate func enqueue(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> Subscription {
    trial.call("enqueue(after: \(delay))") { scheduler.enqueue(after: delay, job) }
  }

  /// Returns when there are so many notes; those have some time for that.
  fileprivate func wait<Event>(for notes: Notes<Event>, count: Int, advancingBy duration: Duration = .zero) {
    if let advance = subject.advance { trial.call("advancing by \(duration)") { advance(duration) } }
    notes.wait(for: count == 1 ? "the job" : "\(count) jobs", count: count, in: trial)
  }
}

extension LawRig<SchedulerSubject> {
  /// Returns whether the jobs were given up before their time, so that they must not run.
  fileprivate func giveUpJobs(dueIn delay: Duration) -> Bool {
    let notes = Notes<String>()
    let start = scheduler.uptime
    let first = enqueue(after: delay) { notes.add("invalidated") }
    trial.call("invalidate()") { first.invalidate() }
    var second: Subscription? = enqueue(after: delay) { notes.add("dropped") }
    withExtendedLifetime(second) {}
    second = nil
    guard scheduler.uptime - start < delay else { return false }
    let last = Notes<Void>()
    let third = enqueue(after: delay * 2) { last.add(()) }
    wait(for: last, count: 1, advancingBy: delay * 2)
    trial.expect(notes.events, [], "jobs whose tokens were invalidated or dropped before their time")
    withExtendedLifetime(third) {}
    return true
  }
}

extension Law<SchedulerSubject> {
  static var schedulerLaws: [Law] {
    [
      Law(.s1, "jobs did not run once each, in the order in which they were enqueued") { rig in
        let notes = Notes<Int>()
        for number in 1...24 { rig.enqueue { notes.add(number) } }
        rig.enqueue {
          notes.add(25)
          // These wait for this job, however fast the scheduler is.
          for number in 26...50 { rig.enqueue { notes.add(number) } }
        }
        rig.wait(for: notes, count: 50)
        let last = Notes<Void>()
        rig.enqueue { last.add(()) }
        rig.wait(for: last, count: 1)
        rig.trial.expect(
          notes.events == Array(1...50),
          "jobs were enqueued with the numbers 1 to 50, and run were \(list(notes.events))")
      },

      Law(.s2, "a job ran before its time") { rig in
        let delay = Duration.milliseconds(30)
        let notes = Notes<Duration>()
        let start = rig.subject.scheduler.uptime
        let scheduler = rig.subject.scheduler
        let token = rig.enqueue(after: delay) { notes.add(scheduler.uptime) }
        if let advance = rig.subject.advance {
          advance(delay - .milliseconds(1))
          rig.trial.expect(notes.events.isEmpty, "a job for \(delay) later ran a millisecond before")
          rig.wait(for: notes, count: 1, advancingBy: .milliseconds(1))
        } else {
          rig.wait(for: notes, count: 1)
        }
        for time in notes.events.prefix(1) {
          rig.trial.expect(time - start >= delay, "a job for \(delay) later ran after \(time - start)")
        }
        rig.trial.expect(scheduler.uptime >= start, "its uptime went back")
        withExtendedLifetime(token) {}
      },

      Law(.s3, "a job ran that had been given up") { rig in
        var delay = Duration.milliseconds(20)
        // On a busy machine the time may come before the job is given up: then with a longer one, up to some seconds.
        while delay < .seconds(10), !rig.giveUpJobs(dueIn: delay) { delay *= 2 }
      },

      Law(.s4, "isCurrent does not tell whether the calling code is a job") { rig in
        let scheduler = rig.subject.scheduler
        let notes = Notes<Bool>()
        rig.trial.expect(!scheduler.isCurrent, "it is true outside of any job")
        rig.enqueue { notes.add(scheduler.isCurrent) }
        rig.wait(for: notes, count: 1)
        rig.trial.expect(notes.events.first == true, "it is false inside a job")
      },

      Law(.s5, "a job that was enqueued by a job did not run") { rig in
        let notes = Notes<Int>()
        rig.enqueue {
          rig.enqueue { notes.add(1) }
        }
        rig.wait(for: notes, count: 1)
      },

      Law(.s5, "several threads enqueued jobs, and not each ran once", isConcurrent: true) { rig in
        let notes = Notes<Int>()
        rig.trial.onThreads(3) { index in
          for number in 1...50 { rig.enqueue { notes.add(index * 50 + number) } }
        }
        rig.wait(for: notes, count: 150)
        rig.trial.expect(
          notes.events.sorted() == Array(1...150), "150 jobs were enqueued, and run were \(list(notes.events))")
      },
    ]
  }
}
