import Foundation

/// One run of a scenario, in one schedule.
///
/// Invariant behind `@unchecked`: all that changes is touched only by the thread whose turn it is: at first the one that
/// calls `run`, then one controlled thread after the other, at last the first again. Turns are passed by semaphores.
final class Execution: @unchecked Sendable {
  private enum Progress {
    case ready
    case waiting(lock: UInt64)
    /// Until the closure returns true. It is called by the thread whose turn it is.
    case awaiting(isOpen: @Sendable () -> Bool)
    case finished
  }

  private struct Member {
    var body: Scene.Body?
    var progress = Progress.ready
    /// The action that the thread does next.
    var pending = Action.start
    var spin = SpinWatch()
    var calls: [Call] = []
    let isEndless: Bool
    let isSpawned: Bool
    let spawnedAt: Int
    let worker: Worker

    var isFinished: Bool { if case .finished = progress { true } else { false } }
  }

  /// A call whose steps are counted.
  private struct Call {
    let name: String
    let limit: Int
    var steps = 0
  }

  private(set) var steps: [Step] = []
  private(set) var schedule = Schedule()
  /// Where a thread that could have gone on stood back for another.
  private(set) var preemptions: [Preemption] = []
  /// During which step the lock was released that was taken by this one.
  private(set) var releases: [Int: Int] = [:]
  /// The most steps that a call of this name has taken.
  private(set) var mostSteps: [String: Int] = [:]
  /// Where threads rested that could have gone on.
  private(set) var restingPlaces: Set<SourcePlace> = []
  private var members: [Member] = []
  private var owners: [UInt64: (thread: Int, step: Int)] = [:]
  private var locks = Numbering<UInt64>()
  private var objects = Numbering<UInt64>()
  private var races = RaceDetector()
  private var kept: [any AnyObject & Sendable] = []
  /// Plain accesses since the last point.
  private var touches = 0
  /// How often each object was written, by its number.
  private var versions = [0]
  /// The last access, while the thread may still say that it has only loaded.
  private var unsettled: (thread: Int, event: RaceDetector.Event)?
  /// The first race that was found; the schedule goes on after it.
  private var race: String?
  private var stuck: String?

  private let chooser: any Chooser
  private let workers: WorkerPool
  private let names: NameTable
  private let limits: Limits
  private let surroundings: ThreadExplorer.Surroundings
  private let over = DispatchSemaphore(value: 0)

  struct Limits {
    let points: Int
    /// How often the body of an endless thread is run; nil for until all others have finished.
    let repetitions: Int?
    let patience: Int
  }

  struct Preemption {
    let point: Int
    let action: Action
  }

  init(
    bodies: [Scene.Body], chooser: any Chooser, workers: WorkerPool, names: NameTable, limits: Limits,
    surroundings: @escaping ThreadExplorer.Surroundings
  ) {
    self.chooser = chooser
    self.workers = workers
    self.names = names
    self.limits = limits
    self.surroundings = surroundings
    for body in bodies { add(body, spawnedBy: nil) }
  }

  private func add(_ body: Scene.Body, spawnedBy spawner: Int?) {
    precondition(members.count < VectorClock.width, "A scenario has \(VectorClock.width) threads at most")
    races.addThread(spawnedBy: spawner)
    let worker = workers[members.count]
    worker.job = (self, members.count)
    members.append(
      Member(
        body: body, isEndless: body.isEndless, isSpawned: spawner != nil, spawnedAt: steps.count - 1, worker: worker))
  }

  /// Runs to the end. Returns what went wrong when that is not reached: then its threads stay where they are.
  func run() -> String? {
    guard let first = decide(running: nil) else { return nil }
    members[first].worker.wake()
    guard over.wait(timeout: .now() + 60) == .success else {
      // Nothing can be read safely here except what no thread writes: one of them may be running still.
      fatalError("A thread waits for something that the explorer does not know; it must be a lock that it is told of")
    }
    return race ?? stuck
  }

  /// Whether threads are left that can never be told to go.
  var isStuck: Bool { stuck != nil }

  // MARK: On a controlled thread

  func perform(_ index: Int) {
    runBody(of: index)
    settle()
    members[index].progress = .finished
    passTurn()
  }

  private func runBody(of index: Int) {
    let thread = ControlledThread(execution: self, index: index)
    ControlledThread.$current.withValue(thread) {
      surroundings(thread) {
        guard let body = takeBody(of: index) else { return }
        body.run()
        guard body.isEndless else { return }
        repeatBody(body, index)
      }
    }
  }

  /// Where all orders are run, how often the body is run must not depend on the order: no step tells of that.
  private func repeatBody(_ body: Scene.Body, _ index: Int) {
    if let repetitions = limits.repetitions {
      for _ in 1..<max(1, repetitions) {
        reach(.repeat, by: index)
        body.run()
      }
    } else {
      while isWorkLeft {
        reach(.repeat, by: index)
        if isWorkLeft { body.run() }
      }
    }
  }

  /// The body goes where it has run: what is let go with it may take locks.
  private func takeBody(of index: Int) -> Scene.Body? {
    defer { members[index].body = nil }
    return members[index].body
  }

  func reach(_ access: Access, by index: Int) {
    precondition(access.ordering != .plain, "A plain access is touched: it is no scheduling point")
    settle()
    let object = number(ofObject: access.object)
    members[index].pending = .access(access.kind, access.ordering, object: object, access.place)
    standBack(index)
    unsettled = (
      index,
      RaceDetector.Event(kind: access.kind, ordering: access.ordering, object: object, place: access.place)
    )
  }

  func hasOnlyLoaded(ordering: Access.Ordering?, _ index: Int) {
    guard let (thread, event) = unsettled, thread == index, event.kind == .update else {
      preconditionFailure("The last access that this thread announced is not an update")
    }
    let ordering = ordering ?? event.ordering.ofLoad
    unsettled = (
      index, RaceDetector.Event(kind: .load, ordering: ordering, object: event.object, place: event.place)
    )
    steps[steps.count - 1].action = .access(.load, ordering, object: event.object, event.place)
  }

  func touch(_ access: Access, by index: Int) {
    precondition(access.ordering == .plain, "An atomic access is a scheduling point: it is reached")
    settle()
    touches += 1
    guard touches < limits.points else { stop(index, "It goes on for ever: \(touches) plain accesses without a point") }
    note(
      RaceDetector.Event(
        kind: access.kind, ordering: .plain, object: number(ofObject: access.object), place: access.place), by: index)
  }

  func reach(_ action: Action, by index: Int) {
    settle()
    members[index].pending = action
    standBack(index)
    members[index].spin.reset()
  }

  func note(_ what: (@Sendable () -> String)?, _ order: EventOrder, by index: Int) {
    settle()
    steps[steps.count - 1].events.append(Event(order: names.mask(of: order), what: what))
    members[index].spin.reset()
  }

  func acquire(_ lock: UInt64, at place: SourcePlace?, by index: Int) {
    settle()
    let number = locks.number(of: lock)
    members[index].pending = .lock(number, place)
    members[index].progress = .waiting(lock: lock)
    standBack(index)
    members[index].progress = .ready
    members[index].spin.reset()
    owners[lock] = (index, steps.count - 1)
    races.acquire(lock: number, by: index)
  }

  func release(_ lock: UInt64, by index: Int) {
    settle()
    guard let owner = owners.removeValue(forKey: lock) else { return }
    releases[owner.step] = steps.count - 1
    races.release(lock: locks.number(of: lock), by: index)
  }

  /// Waits until the closure returns true, then counts as an acquiring update of the object.
  func wait(for object: UInt64, at place: SourcePlace, until isOpen: @escaping @Sendable () -> Bool, by index: Int) {
    settle()
    let object = number(ofObject: object)
    members[index].pending = .wait(object: object, place)
    members[index].progress = .awaiting(isOpen: isOpen)
    standBack(index)
    members[index].progress = .ready
    members[index].spin.reset()
    unsettled = (index, RaceDetector.Event(kind: .update, ordering: .acquiring, object: object, place: place))
  }

  func spawn(_ job: @escaping @Sendable () -> Void, by index: Int) {
    settle()
    add(Scene.Body(isEndless: false, run: job), spawnedBy: index)
  }

  func keep(_ object: any AnyObject & Sendable) {
    kept.append(object)
  }

  func forget(_ object: UInt64) {
    settle()
    if let number = objects.forget(object) { races.forget(object: number) }
  }

  func begin(_ call: String, atMost limit: Int, by index: Int) {
    members[index].calls.append(Call(name: call, limit: limit))
  }

  func endCall(by index: Int) {
    let call = members[index].calls.removeLast()
    mostSteps[call.name] = max(mostSteps[call.name] ?? 0, call.steps)
  }

  // MARK: What accesses mean

  /// Counts the last access: only when its thread is back here is it known whether it has only loaded.
  private func settle() {
    guard let (thread, event) = unsettled else { return }
    unsettled = nil
    note(event, by: thread)
    if event.kind == .load {
      members[thread].spin.note(object: event.object, at: event.place, versions: versions)
    } else {
      versions[event.object] += 1
      members[thread].spin.reset()
    }
  }

  private func note(_ event: RaceDetector.Event, by thread: Int) {
    let found = races.note(event, by: thread)
    race = race ?? found
  }

  private func number(ofObject object: UInt64) -> Int {
    let number = objects.number(of: object)
    if number == versions.count { versions.append(0) }
    return number
  }

  // MARK: Whose turn it is

  /// Ends the execution. The thread stays where it is.
  private func stop(_ index: Int, _ problem: String) -> Never {
    stuck = problem
    let worker = members[index].worker
    wake(nil)
    while true { worker.waitForTurn() }
  }

  /// Returns when it is the thread's turn.
  private func standBack(_ index: Int) {
    let next = decide(running: index)
    guard next != index else { return }
    // Before it is another's turn: then nothing here may be looked at.
    let worker = members[index].worker
    wake(next)
    worker.waitForTurn()
  }

  private func passTurn() {
    wake(decide(running: nil))
  }

  private func wake(_ next: Int?) {
    if let next { members[next].worker.wake() } else { over.signal() }
  }

  /// Chooses who goes on; nil when nobody can.
  private func decide(running: Int?) -> Int? {
    guard steps.count < limits.points else {
      stuck = "It goes on for ever: \(limits.points) points were reached"
      return nil
    }
    let (options, resting) = options(running: running)
    guard let first = options.first else {
      if isAnyoneLeft { stuck = standstill }
      return nil
    }
    let isForced = first != running && !isRepeating(running)
    let next = chooser.choose(
      Choice(options: options, resting: resting, isForced: isForced, blocked: { self.blocked }, steps: steps))
    if next != first {
      schedule.switches.append(Schedule.Switch(point: steps.count, thread: next))
    }
    if let running, next != running, first == running {
      preemptions.append(Preemption(point: steps.count, action: members[running].pending))
    }
    steps.append(Step(thread: next, action: members[next].pending))
    touches = 0
    return isWithinBounds(next) ? next : nil
  }

  /// The threads that can go on: first the one that runs, unless others go first, then all in order; and those that rest.
  private func options(running: Int?) -> (options: [Int], resting: [Int]) {
    var options: [Int] = []
    options.reserveCapacity(members.count)
    var resting: [Int] = []
    func isOption(_ index: Int) -> Bool {
      guard canGoOn(index) else { return false }
      let spin = members[index].spin
      guard spin.rests(before: members[index].pending, versions: versions, patience: limits.patience) else {
        return true
      }
      if let place = members[index].pending.place { restingPlaces.insert(place) }
      if spin.repeats < limits.patience + SpinWatch.limit { resting.append(index) }
      return false
    }
    if isRepeating(running), let running {
      for index in members.indices where !members[index].isEndless && isOption(index) { options.append(index) }
      // In turns, so that none of several endless threads is left out.
      for distance in 1...members.count {
        let index = (running + distance) % members.count
        if members[index].isEndless, isOption(index) { options.append(index) }
      }
    } else {
      if let running, isOption(running) { options.append(running) }
      for index in members.indices where index != running && isOption(index) { options.append(index) }
    }
    guard options.isEmpty, let next = resting.min(by: { members[$0].spin.repeats < members[$1].spin.repeats })
    else { return (options, resting) }
    return ([next], resting.filter { $0 != next })
  }

  /// Whether a body that is run again and again is between two runs: all others go first.
  private func isRepeating(_ running: Int?) -> Bool {
    running.map { members[$0].pending == .repeat } ?? false
  }

  private func isWithinBounds(_ index: Int) -> Bool {
    for number in members[index].calls.indices {
      members[index].calls[number].steps += 1
      let call = members[index].calls[number]
      guard call.steps > call.limit else { continue }
      stuck =
        "BOUND: \(Schedule.name(ofThread: index)) has taken more than \(call.limit) steps of its own in \(call.name)"
        + locksHeld(by: index)
      return false
    }
    return true
  }

  /// For a message: others may wait for the locks in vain.
  private func locksHeld(by index: Int) -> String {
    let held = owners.filter { $0.value.thread == index }.keys.map { locks.number(of: $0) }.sorted()
    return held.map { ", and has lock \($0)" }.joined()
  }

  private func canGoOn(_ index: Int) -> Bool {
    switch members[index].progress {
    case .ready: true
    case .waiting(let lock): owners[lock] == nil
    case .awaiting(let isOpen): isOpen()
    case .finished: false
    }
  }

  private var blocked: [Step] {
    members.indices.filter { members[$0].pending.mayBlock && !canGoOn($0) && !members[$0].isFinished }
      .map { Step(thread: $0, action: members[$0].pending) }
  }

  private var isAnyoneLeft: Bool { members.contains { !$0.isFinished } }

  /// Whether a thread of the scene is left that is not endless. Jobs do not count: the endless threads may have spawned
  /// them, and would go on for their own sake.
  private var isWorkLeft: Bool { members.contains { !$0.isFinished && !$0.isEndless && !$0.isSpawned } }

  /// Why nobody can go on.
  private var standstill: String {
    let spins = members.indices.contains { canGoOn($0) }
    let reasons = members.indices.compactMap { index in
      reason(whyStays: index).map { "\(Schedule.name(ofThread: index)) \($0)" }
    }
    return (spins ? "LIVELOCK: " : "DEADLOCK: ") + reasons.joined(separator: "; ")
  }

  private func reason(whyStays index: Int) -> String? {
    switch members[index].progress {
    case .ready:
      "spins, and nobody changes what it loads: \(members[index].spin.description)"
    case .waiting(let lock):
      owners[lock].map { "waits for lock \(locks.number(of: lock)), which \(Schedule.name(ofThread: $0.thread)) has" }
    case .awaiting:
      "waits\(members[index].pending.place.map { " at \($0)" } ?? ""), and nobody is left to let it go on"
    case .finished:
      nil
    }
  }

  // MARK: For the search

  /// The step during which the thread was spawned; -1 for those of the scene.
  func spawningStep(ofThread index: Int) -> Int {
    members[index].spawnedAt
  }
}
