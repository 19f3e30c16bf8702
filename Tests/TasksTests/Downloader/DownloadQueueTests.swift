import TestSupport
import Testing
import TidingsTasks

/// The queue as a value: what it asks for, without anything being downloaded.
struct DownloadQueueTests {
  private var queue = DownloadQueue(limit: 1)

  private mutating func add(_ place: String, _ priority: TransferPriority = .normal) -> DownloadQueue.ID? {
    guard case (.new(let id), _) = queue.join(DownloadName(key: "", destination: place), priority: priority) else {
      return nil
    }
    return id
  }

  @Test mutating func `starts the first immediately`() {
    let (joining, actions) = queue.join(DownloadName(key: "", destination: "a"), priority: .normal)
    #expect(joining == .new(1))
    #expect(actions == [])
    #expect(queue.fill() == [.start(1)])
    #expect(queue.state(of: 1) == .running)
  }

  @Test mutating func `shares what is on its way`() throws {
    let id = try #require(add("a"))
    #expect(queue.join(DownloadName(key: "", destination: "a"), priority: .normal) == (.shared(id), []))
  }

  @Test mutating func `refuses something else at the same place`() {
    _ = add("a")
    #expect(queue.join(DownloadName(key: "other", destination: "a"), priority: .normal) == (.refused, []))
  }

  @Test mutating func `stops when the last has left`() throws {
    let id = try #require(add("a"))
    _ = queue.join(DownloadName(key: "", destination: "a"), priority: .normal)
    #expect(queue.fill() == [.start(id)])
    #expect(queue.started(id) == [])
    #expect(queue.leave(id) == [])
    #expect(queue.leave(id) == [.stop(id)])
    #expect(queue.stopped(id) == [.forget(id)])
  }

  @Test mutating func `does not stop what has not started yet`() throws {
    let id = try #require(add("a"))
    #expect(queue.fill() == [.start(id)])
    #expect(queue.pause([id]) == [])
    #expect(queue.started(id) == [.stop(id)])
    #expect(queue.stopped(id) == [])
    #expect(queue.state(of: id) == .paused)
  }

  @Test mutating func `gives a place away only when it is free`() throws {
    let (first, second) = (try #require(add("a")), try #require(add("b")))
    #expect(queue.fill() == [.start(first)])
    _ = queue.started(first)
    #expect(queue.pause([first]) == [.stop(first)])
    #expect(queue.fill() == [])
    #expect(queue.stopped(first) == [])
    #expect(queue.fill() == [.start(second)])
  }

  @Test mutating func `waits for the last download to the same place`() throws {
    queue = DownloadQueue(limit: 2)
    let old = try #require(add("a"))
    #expect(queue.fill() == [.start(old)])
    _ = queue.started(old)
    #expect(queue.cancel([old]) == [.stop(old)])
    let new = try #require(add("a"))
    #expect(queue.fill() == [])
    #expect(queue.state(of: new) == .waiting)
    #expect(queue.stopped(old) == [.forget(old)])
    #expect(queue.fill() == [.start(new)])
  }

  @Test mutating func `starts the most urgent first and among equals the first`() throws {
    let first = try #require(add("a"))
    _ = queue.fill()
    let low = try #require(add("b", .low))
    let normal = try #require(add("c"))
    let (high, other) = (try #require(add("d", .high)), try #require(add("e", .high)))
    var order: [DownloadQueue.ID] = []
    var last = first
    for _ in 0..<4 {
      _ = queue.started(last)
      #expect(queue.finished(last, isSuccess: true) == [.forget(last)])
      guard case .start(let next)? = queue.fill().last else { break }
      order.append(next)
      last = next
    }
    #expect(order == [high, other, normal, low])
  }

  @Test mutating func `pauses all without starting any in between`() throws {
    let ids = try ["a", "b", "c"].map { try #require(add($0)) }
    #expect(queue.fill() == [.start(ids[0])])
    _ = queue.started(ids[0])
    #expect(queue.pause(queue.ids) == [.stop(ids[0])])
    #expect(queue.stopped(ids[0]) == [])
    #expect(queue.fill() == [])
    #expect(queue.resume(queue.ids) == [])
    #expect(queue.fill() == [.start(ids[0])])
  }

  @Test mutating func `keeps the failure of what is being paused to itself`() throws {
    let id = try #require(add("a"))
    _ = queue.fill()
    _ = queue.started(id)
    _ = queue.pause([id])
    #expect(queue.finished(id, isSuccess: false) == nil)
    #expect(queue.finished(id, isSuccess: true) == [])
    #expect(queue.stopped(id) == [.forget(id)])
  }

  @Test mutating func `starts nothing until all holds are released`() throws {
    let id = try #require(add("a"))
    queue.holdStarts()
    queue.holdStarts()
    #expect(queue.fill() == [])
    queue.releaseStarts()
    #expect(queue.fill() == [])
    queue.releaseStarts()
    #expect(queue.fill() == [.start(id)])
  }

  @Test func `keeps its rules in any order of its verbs`() {
    var count = 0
    for number in 0..<repetitions(2_000) {
      var rehearsal = DownloadQueueRehearsal(seed: SplitMix64.seed &+ UInt64(number))
      rehearsal.run()
      count += rehearsal.stepCount
      guard rehearsal.faults.isEmpty else {
        let log = rehearsal.log.joined(separator: "\n")
        Issue.record("seed \(SplitMix64.seed) + \(number): \(rehearsal.faults)\n\(log)")
        return
      }
    }
    print("DownloadQueue: \(count) steps in random order, seed \(SplitMix64.seed)")
  }
}
