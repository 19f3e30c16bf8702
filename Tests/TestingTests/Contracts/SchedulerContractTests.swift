import Dispatch
import Testing
import Tidings
import TidingsTesting

@Suite("The contracts of schedulers")
struct SchedulerContractTests {
  @Test func `are kept by a queue, by virtual time, and by one that was made by hand`() async {
    await expectSchedulerContracts { DispatchQueue(label: "serial") }
    await expectSchedulerContracts {
      ManualScheduler()
    } advance: {
      $0.advance(by: $1)
    }
    await expectSchedulerContracts { HandMadeScheduler() }
    await expectSchedulerContracts { ImmediateScheduler() }
  }

  @Test(arguments: [
    WrongSubject(
      HandMadeScheduler.Fault.runsJobsTwice,
      "S1: jobs did not run once each, in the order in which they were enqueued", and: .s5),
    WrongSubject(.runsTheLatestFirst, "S1: jobs did not run once each, in the order in which they were enqueued"),
    WrongSubject(.runsJobsOfJobsImmediately, "S1: a job began while another one ran"),
    WrongSubject(
      .runsDelayedJobsTwice, "S1: a delayed job did not run once, while another one was cancelled", and: .s2, .s3),
    WrongSubject(
      .runsDelayedJobsTwiceAndImmediately, "S1: a delayed job did not run once, while another one was cancelled",
      and: .s2, .s3, .s4),
    WrongSubject(
      .cancelsAllDelayedJobs, "S1: a delayed job did not run once, while another one was cancelled"),
    WrongSubject(.runsJobsBeforeTheirTime, "S2: a job ran before its time", and: .s3),
    WrongSubject(.losesJobsOfThePast, "S2: a job with a negative delay did not run"),
    WrongSubject(.runsJobsOfTheFarFuture, "S2: a job with a very long delay ran before its time"),
    WrongSubject(.runsInvalidatedJobs, "S3: a job ran although it was cancelled"),
    WrongSubject(.keepsCancelledJobs, "S3: a cancelled job was not released"),
    WrongSubject(.isAlwaysCurrent, "S4: isCurrent does not report whether the calling code is a job"),
    WrongSubject(.isCurrentOnEachThread, "S4: isCurrent does not report whether the calling code is a job"),
    WrongSubject(.isNeverCurrent, "S4: isCurrent does not report whether the calling code is a job"),
    WrongSubject(.isNotCurrentInDelayedJobs, "S4: isCurrent does not report whether the calling code is a job"),
    WrongSubject(.losesJobsOfOtherThreads, "S5: several threads enqueued jobs, and not each ran once", and: .s1),
    WrongSubject(.losesJobsOfJobs, "S5: a job that was enqueued by a job did not run", and: .s1),
  ])
  func `are broken by one that`(is wrong: WrongSubject<HandMadeScheduler.Fault>) async {
    wrong.expect(
      in: await failures {
        await expectSchedulerContracts { HandMadeScheduler(fault: wrong.fault) }
      })
  }
}
