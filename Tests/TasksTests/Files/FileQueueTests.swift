import Foundation
import Synchronization
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileQueueTests {
  /// Notes how many of its kind are in a turn at the same time.
  private final class Counting: FileJob {
    let running: EventState<Gauge>
    let turns = Atomic(0)

    init(_ running: EventState<Gauge>) { self.running = running }

    func turn() -> Bool {
      running.change { $0.enter() }
      defer { running.change { $0.leave() } }
      return turns.add(1, ordering: .relaxed).newValue < 10
    }
  }

  private struct Gauge: Sendable {
    private(set) var current = 0
    private(set) var highest = 0
    private(set) var turns = 0

    mutating func enter() {
      current += 1
      highest = max(highest, current)
    }

    mutating func leave() {
      current -= 1
      turns += 1
    }
  }

  @Test func `runs no more jobs immediately than it has threads`() async {
    let queue = FileQueue(width: 3)
    let gauge = EventState(Gauge())
    for _ in 0..<1_000 { queue.add(Counting(gauge)) }
    await gauge.wait(for: "10,000 turns") { $0.turns == 10_000 }
    #expect((1...3).contains(gauge.state.highest))
  }

  @Test func `jobs that block do not stop swift tasks`() async {
    let width = 8
    let queue = FileQueue(width: width)
    let gate = History<Void>()
    let gauge = EventState(Gauge())
    for _ in 0..<width { queue.add(Blocking(gate, gauge)) }
    await gauge.wait(for: "\(width) jobs at the same time") { $0.current == width }
    await withTaskGroup { group in
      for _ in 0..<100 { group.addTask {} }
    }
    gate.record(())
  }

  /// Blocks until a gate has an event; no longer than the limit of that wait, or it could block all there is for good.
  private final class Blocking: FileJob {
    private let gate: History<Void>
    private let gauge: EventState<Gauge>

    init(_ gate: History<Void>, _ gauge: EventState<Gauge>) {
      self.gate = gate
      self.gauge = gauge
    }

    func turn() -> Bool {
      gauge.change { $0.enter() }
      gate.waitForCount(1)
      return false
    }
  }

  @Test func `gives jobs their turns in order`() async {
    let queue = FileQueue(width: 1)
    let log = EventState([String]())
    let jobs = ["a", "b"].map { Logging($0, log) }
    await queue.run { for job in jobs { queue.add(job) } }
    await log.wait(for: "four turns") { $0.count == 4 }
    #expect(log.state == ["a", "b", "a", "b"])
  }

  /// Has two turns.
  private final class Logging: FileJob {
    private let name: String
    private let log: EventState<[String]>
    private let isFirst = Once()

    init(_ name: String, _ log: EventState<[String]>) {
      self.name = name
      self.log = log
    }

    func turn() -> Bool {
      log.change { $0.append(name) }
      return isFirst.first
    }
  }

  @Test(.enabled(if: madeUpFile != nil, "There is no /proc here"))
  func `a thousand readings take few threads`() async throws {
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
