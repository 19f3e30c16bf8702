import Testing
import Tidings
import TidingsTesting

@Suite("The contracts of tasks")
struct TaskContractTests {
  @Test func `are kept by a task that was made by hand, on one thread`() async {
    await expectTaskContracts(concurrently: false) { TaskUnderTest(fault: nil, $0) }
  }

  @Test(arguments: [
    WrongSubject(
      HandMadeTask.Fault.startsForEachSubscriber, "T1: it did not start with its first subscriber, once for all"),
    WrongSubject(
      .startsBeforeAnybodySubscribes, "T1: it did not start with its first subscriber, once for all", and: .t4),
    WrongSubject(.startsAgainAfterTheResult, "T1: a subscriber after the result started the work again"),
    WrongSubject(.tellsTwoResults, "T2: there was not progress first, then one result, then nothing", and: .t3),
    WrongSubject(.reportsAfterTheResult, "T2: there was not progress first, then one result, then nothing", and: .t3),
    WrongSubject(.forgetsProgress, "T3: a late subscriber did not get the latest progress immediately", and: .t3),
    WrongSubject(.forgetsItsResult, "T3: a late subscriber did not get the result immediately"),
    WrongSubject(.isNeverCancelled, "T4: the run was not cancelled exactly once, after its last subscriber left"),
    WrongSubject(
      .isCancelledByTheFirstWhoLeaves, "T4: the run was not cancelled exactly once, after its last subscriber left",
      and: .p1),
    WrongSubject(.isCancelledAfterSuccess, "T4: a completed run was cancelled"),
    WrongSubject(.keepsProgressOfACancelledRun, "T4: a subscriber after a cancellation did not get a fresh run"),
  ])
  func `are broken by one that`(is wrong: WrongSubject<HandMadeTask.Fault>) async {
    wrong.expect(
      in: await failures {
        await expectTaskContracts(concurrently: false) { TaskUnderTest(fault: wrong.fault, $0) }
      })
  }
}

extension TaskUnderTest {
  fileprivate init(fault: HandMadeTask.Fault?, _ runs: TaskRunLog) {
    let task = HandMadeTask(fault: fault, onStart: runs.recordStart, onCancel: runs.recordCancellation)
    self.init(task, report: task.report, succeed: task.succeed)
  }
}
