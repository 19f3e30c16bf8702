import TestSupport
import Tidings
import TidingsCore
import TidingsTesting

extension Subject {
  /// Operators of tasks only, each on a task that is in progress and on one that starts and stops.
  static let taskOperators =
    taskFaces.map { onTask($0.name, isShared: $0.isShared, $0.apply) }
    + taskFaces.map { onColdTask($0.name, isShared: $0.isShared, $0.apply) }

  private typealias Work = PublishedTask<Int, Int, Never>

  private struct TaskFace {
    let name: String
    /// Whether the operator starts work, and so shares it with a hub.
    let isShared: Bool
    let apply: @Sendable (Work) -> Work

    init(_ name: String, isShared: Bool = true, _ apply: @escaping @Sendable (Work) -> Work) {
      self.name = name
      self.isShared = isShared
      self.apply = apply
    }
  }

  private static let taskFaces = [
    TaskFace("mapResult", isShared: false) { $0.mapResult { $0 } },
    TaskFace("mapProgress", isShared: false) { $0.mapProgress { $0 } },
    TaskFace("mapError", isShared: false) { $0.withFailure(Fault.self).mapError { $0 }.recover { _ in 0 } },
    TaskFace("tryMap", isShared: false) { $0.tryMap { $0 }.replaceError(with: 0) },
    TaskFace("eraseFailure", isShared: false) { $0.eraseFailure().replaceError(with: 0) },
    TaskFace("flatMap") { $0.flatMap { .success($0) } },
    TaskFace("flatMap, second,") { task in Work.success(0).flatMap { _ in task } },
    TaskFace("flatMap, second after one without progress,") { task in
      PublishedTask<Never, Int, Never>.success(0).flatMap { _ in task }
    },
    TaskFace("catch") { $0.withFailure(Fault.self).catch { _ in .success(0) } },
    TaskFace("catch, second,") { task in PublishedTask.failure(Fault()).catch { _ in task } },
    TaskFace("retrying") { task in .retrying(attempts: 2) { _ in task } },
    TaskFace("retrying, second attempt,") { task in
      PublishedTask<Int, Int, Fault>.retrying(attempts: 2) { $0 == 1 ? .failure(Fault()) : task.withFailure() }
        .replaceError(with: 0)
    },
    TaskFace("retrying when a publisher updates, second attempt,") { task in
      PublishedTask<Int, Int, Fault>.retrying(when: { _ in Broadcaster.just(0) }) {
        $0 == 1 ? .failure(Fault()) : task.withFailure()
      }.replaceError(with: 0)
    },
    TaskFace("retrying after a while, second attempt,") { task in
      PublishedTask<Int, Int, Fault>.retrying(
        attempts: 2, backoff: .constant(.seconds(1)), scheduler: ImmediateScheduler()
      ) { $0 == 1 ? .failure(Fault()) : task.withFailure() }.replaceError(with: 0)
    },
    TaskFace("delay") { $0.delay(for: .seconds(1), scheduler: ImmediateScheduler()) },
    TaskFace("timeout") { task in
      task.withFailure(Fault.self).timeout(.seconds(1), scheduler: ManualScheduler()) { Fault() }.replaceError(with: 0)
    },
    TaskFace("collected") { task in
      [task, .success(0)].collected().mapProgress { $0[0] ?? 0 }.map { $0[0] }
    },
    TaskFace("zip") { task in
      task.zip(PublishedTask<Never, String, Never>.success("")).mapProgress { $0.0 ?? 0 }.map { $0.0 }
    },
    TaskFace("zip with a closure") { task in
      task.zip(PublishedTask<Never, String, Never>.success("")) { success, _ in success }.mapProgress { $0.0 ?? 0 }
    },
    TaskFace("race") { $0.race(with: .pending()) },
    TaskFace("firstToFinish") { [$0, .pending()].firstToFinish() },
    TaskFace("subscribe(on:)", isShared: false) { $0.subscribe(on: ImmediateScheduler()) },
    TaskFace("task of an Action") { task in
      Action<Void, Int, Int, Never>(overlap: .queue) { task }.task().replaceError(with: 0)
    },
    TaskFace("firstSuccess") { [$0, .pending()].firstSuccess() },
  ]

  /// An operator that turns a task that is started and cancelled into a task.
  private static func onColdTask(
    _ name: String, isShared: Bool, _ apply: @escaping @Sendable (Work) -> Work
  ) -> Subject {
    Subject(
      "\(name) of a PublishedTask from a start closure", memory: .latest, isCold: true, result: 99, isShared: isShared
    ) {
      let held = Held<TaskRun<Int, Int, Never>>()
      let runs = Runs()
      let task = Work(start: { run in
        held.hold(run)
        return runs.begin(run, sending: { $0.report($1) }, stop: { held.letGo() })
      })
      return Fixture(
        integers(apply(task)), send: { held.current?.report($0) }, finish: { held.current?.succeed(99) }, runs: runs)
    }
  }
}
