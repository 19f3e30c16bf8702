import Testing
import Tidings
import TidingsTesting

@Suite("The public contracts are kept by")
struct FamilyContractTests {
  @Test func `broadcasters`() async {
    await expectPublisherContracts {
      let source = BroadcastSource<Int>()
      return PublisherUnderTest(source.broadcaster, send: { source.send($0) }, end: { source.finish() })
    }
  }

  @Test func `broadcasters that replay the latest update`() async {
    await expectPublisherContracts(replaysLatest: true) {
      let source = BroadcastSource<Int>(replaying: 1)
      return PublisherUnderTest(source.broadcaster, send: { source.send($0) }, end: { source.finish() })
    }
  }

  @Test func `broadcasters of other updates than numbers`() async {
    await expectPublisherContracts {
      let source = BroadcastSource<String>()
      return PublisherUnderTest(
        source.broadcaster, number: { Int($0) ?? 0 }, send: { source.send("\($0)") }, end: { source.finish() })
    }
  }

  @Test func `properties`() async {
    await expectValueContracts {
      let property = PublishedProperty(0)
      return ValueUnderTest(property, set: { property.value = $0 })
    }
  }

  @Test func `tasks`() async {
    await expectTaskContracts { runs in
      let run = Run()
      let task = PublishedTask<Int, Int, Never>(start: { started in
        runs.recordStart()
        run.begin(started)
        return Subscription {
          runs.recordCancellation()
          run.end()
        }
      })
      return TaskUnderTest(task, report: run.report, succeed: run.succeed)
    }
  }

  @Test func `operators that take virtual time`() async {
    // The end is delayed for late subscribers, too.
    await expectPublisherContracts(except: [.p8], concurrently: false) {
      let source = BroadcastSource<Int>()
      let scheduler = ManualScheduler()
      return PublisherUnderTest(
        source.broadcaster.delay(for: .seconds(1), scheduler: scheduler),
        send: {
          source.send($0)
          scheduler.advance(by: .seconds(1))
        },
        end: {
          source.finish()
          scheduler.advance(by: .seconds(1))
        })
    }
  }

  @Test func `values that are transformed`() async {
    await expectValueContracts {
      let property = PublishedProperty(0)
      return ValueUnderTest(property.map { $0 }, set: { property.value = $0 })
    }
  }
}

/// The run of a task, if there is one.
private final class Run: Sendable {
  private let current = PublishedProperty<TaskRun<Int, Int, Never>?>(nil)

  func begin(_ run: TaskRun<Int, Int, Never>) { current.value = run }
  func report(_ progress: Int) { current.value?.report(progress) }

  func succeed(_ success: Int) {
    current.value?.succeed(success)
    end()
  }

  func end() { current.value = nil }
}
