/// Finds accesses that are not ordered by what C++, and Swift with it, calls happens-before.
///
/// Memory is sequentially consistent while an exploration runs, so that a missing `.acquiring` changes nothing there. It
/// shows here: an ordering stronger than `.relaxed` gives an edge between threads, `.relaxed` gives none, and two
/// accesses of which one is plain and one writes are a race unless a chain of edges orders them.
///
/// Edges: from a releasing store or update to an acquiring load or update that reads it, or reads the end of a row of
/// updates that began with it; from the release of a lock to its next acquisition; from a thread to one that it spawns.
///
/// Vector clocks as in Djit+ (E. Pozniansky, A. Schuster, *Efficient On-the-Fly Data Race Detection in Multithreaded C++
/// Programs*, PPoPP 2003), advanced at releases only as in FastTrack (C. Flanagan, S. N. Freund, PLDI 2009).
struct RaceDetector {
  struct Event {
    let kind: Access.Kind
    let ordering: Access.Ordering
    let object: Int
    let place: SourcePlace
  }

  private struct Past {
    var time: UInt32
    let event: Event
  }

  /// The last access of each sort by each thread, and the clock that an acquiring load joins.
  private struct Object {
    var pasts: [[Past?]] = []
    var released: VectorClock?

    mutating func remember(_ event: Event, by thread: Int, at time: UInt32) {
      while pasts.count <= thread { pasts.append([nil, nil, nil, nil]) }
      pasts[thread][event.sort] = Past(time: time, event: event)
    }
  }

  private var clocks: [VectorClock] = []
  private var objects: [Int: Object] = [:]
  private var locks: [Int: VectorClock] = [:]

  mutating func addThread(spawnedBy spawner: Int?) {
    var clock = VectorClock()
    if let spawner {
      clock = clocks[spawner]
      clocks[spawner][spawner] += 1
    }
    clock[clocks.count] = 1
    clocks.append(clock)
  }

  mutating func acquire(lock: Int, by thread: Int) {
    if let clock = locks[lock] { clocks[thread].join(clock) }
  }

  mutating func release(lock: Int, by thread: Int) {
    locks[lock] = clocks[thread]
    clocks[thread][thread] += 1
  }

  /// Returns what is wrong about the access, if anything.
  mutating func note(_ event: Event, by thread: Int) -> String? {
    // Taken out, so that it is changed in place.
    var object = objects.removeValue(forKey: event.object) ?? Object()
    defer { objects[event.object] = object }
    if event.ordering.acquires, event.kind != .store, let released = object.released { clocks[thread].join(released) }
    let race = race(of: event, by: thread, in: object)
    object.remember(event, by: thread, at: clocks[thread][thread])
    if event.kind != .load, event.ordering != .plain { store(event, by: thread, in: &object) }
    return race
  }

  private mutating func store(_ event: Event, by thread: Int, in object: inout Object) {
    // A store of any kind ends the row of updates; an update continues it.
    if event.kind == .store { object.released = nil }
    guard event.ordering.releases else { return }
    object.released = object.released ?? VectorClock()
    object.released?.join(clocks[thread])
    clocks[thread][thread] += 1
  }

  private func race(of event: Event, by thread: Int, in object: Object) -> String? {
    for (other, pasts) in object.pasts.enumerated() where other != thread {
      for case let past? in pasts where past.event.races(with: event) && clocks[thread][other] < past.time {
        return """
          RACE on object \(event.object), which nothing orders: \
          \(Schedule.name(ofThread: other)) \(past.event), and \(Schedule.name(ofThread: thread)) \(event)
          """
      }
    }
    return nil
  }

  mutating func forget(object: Int) {
    objects[object] = nil
  }
}

extension RaceDetector.Event: CustomStringConvertible {
  func races(with other: RaceDetector.Event) -> Bool {
    (ordering == .plain || other.ordering == .plain) && (kind != .load || other.kind != .load)
  }

  /// Accesses of the same sort race with the same others.
  fileprivate var sort: Int { (ordering == .plain ? 0 : 2) + (kind == .load ? 0 : 1) }

  var description: String { "\(kind.verb) it \(ordering.phrase) at \(place)" }
}
