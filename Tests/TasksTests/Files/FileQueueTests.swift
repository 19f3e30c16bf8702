import Foundation
import Synchronization
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileQueueTests {
  /// Notes how many of its kind are in a turn at the same time.
  private final class Counting: FileJob {
    let running: Gauge
    let turns = Atomic(0)

    init(_ running: Gauge) { self.running = running }

    func turn() -> Bool {
      running.enter()
      defer { running.leave() }
      return turns.add(1, ordering: .relaxed).newValue < 10
    }
  }

  private final class Gauge: Sendable {
    let current = Atomic(0)
    let highest = Atomic(0)
    let turns = Atomic(0)

    func enter() {
      highest.max(current.add(1, ordering: .relaxed).newValue, ordering: .relaxed)
    }

    func leave() {
      current.subtract(1, ordering: .relaxed)
      turns.add(1, ordering: .relaxed)
    }
  }

  @Test func runsNoMoreJobsAtOnceThanItHasThreads() async {
    let queue = FileQueue(width: 3)
    let gauge = Gauge()
    for _ in 0..<1_000 { queue.add(Counting(gauge)) }
    await becomesTrue { gauge.turns.load(ordering: .relaxed) == 10_000 }
    #expect((1...3).contains(gauge.highest.load(ordering: .relaxed)))
  }

  @Test func jobsThatBlockDoNotStopSwiftTasks() async {
    let width = 8
    let queue = FileQueue(width: width)
    let gate = DispatchSemaphore(value: 0)
    let gauge = Gauge()
    for _ in 0..<width { queue.add(Blocking(gate, gauge)) }
    await becomesTrue { gauge.current.load(ordering: .relaxed) == width }
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask { await Task.yield() } }
    }
    for _ in 0..<width { gate.signal() }
  }

  private final class Blocking: FileJob {
    private let gate: DispatchSemaphore
    private let gauge: Gauge

    init(_ gate: DispatchSemaphore, _ gauge: Gauge) {
      self.gate = gate
      self.gauge = gauge
    }

    func turn() -> Bool {
      gauge.enter()
      gate.wait()
      return false
    }
  }

  @Test func givesJobsTheirTurnsInOrder() async {
    let queue = FileQueue(width: 1)
    let log = Log()
    let jobs = ["a", "b"].map { Logging($0, log) }
    await queue.run { for job in jobs { queue.add(job) } }
    await becomesTrue { log.names.withLock { $0.count } == 4 }
    #expect(log.names.withLock { $0 } == ["a", "b", "a", "b"])
  }

  private final class Log: Sendable {
    let names = Locked<[String]>([])
  }

  /// Has two turns.
  private final class Logging: FileJob {
    private let name: String
    private let log: Log
    private let isFirst = Once()

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func turn() -> Bool {
      log.names.withLock { $0.append(name) }
      return isFirst.first
    }
  }

  @Test(.enabled(if: madeUpFile != nil, "There is no /proc here"))
  func aThousandReadingsTakeFewThreads() async throws {
    let folder = try ScratchFolder()
    try Data(repeating: 1, count: 10_000).write(to: folder.file())
    let file = folder.file()
    let threads = { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
    let before = try threads()
    let recordings = (0..<1_000).map { _ in Recording(file.publishedTask(reading: .data, chunkSize: 100)) }
    let during = try threads()
    for recording in recordings { #expect(try await recording.result.get().count == 10_000) }
    #expect(during - before < 100)
  }
}
