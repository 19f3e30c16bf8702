import TestSupport
import TidingsTasks

/// Calls the verbs of a queue in random order, as many threads do, and compares with a list that is simply looked
/// through.
///
/// What the queue asks for is done some time later, in any order, as by threads that are held up.
struct DownloadQueueRehearsal {
  private var queue: DownloadQueue
  private var random: SplitMix64
  private var limit: Int
  /// In the order of asking.
  private var downloads: [Expected] = []
  private var asked: [DownloadQueue.Action] = []
  /// What has been started and not stopped, by place.
  private var running: [String: DownloadQueue.ID] = [:]
  private var places: [DownloadQueue.ID: String] = [:]
  private var forgotten: Set<DownloadQueue.ID> = []

  private(set) var log: [String] = []
  private(set) var faults: [String] = []
  var stepCount: Int { log.count }

  private struct Expected {
    let id: DownloadQueue.ID
    let place: String
    var priority: TransferPriority
    var users = 1
    var isPaused = false
  }

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    limit = Int.random(in: 1...3, using: &random)
    queue = DownloadQueue(limit: limit)
  }

  mutating func run() {
    for _ in 0..<Int.random(in: 1...120, using: &random) where faults.isEmpty {
      step()
      check()
    }
    drain()
  }

  private mutating func step() {
    switch Int.random(in: 0..<20, using: &random) {
    case 0..<5: join()
    case 5..<7: change("leave") { $0.leave($1) }
    case 7: change("pause") { $0.pause([$1]) }
    case 8: change("resume") { $0.resume([$1]) }
    case 9: change("cancel") { $0.cancel([$1]) }
    case 10: setPriority()
    case 11: finish()
    case 12: changeAll()
    default: perform()
    }
  }

  private mutating func join() {
    let place = String("abcdef".randomElement(using: &random)!)
    let key = Bool.random(using: &random) ? "" : "other"
    let priority = TransferPriority.allCases.randomElement(using: &random)!
    let (joining, actions) = queue.join(DownloadName(key: key, destination: place), priority: priority)
    log.append("join \(place)\(key) \(priority): \(joining) \(actions)")
    let index = downloads.firstIndex { $0.place == place }
    switch (joining, index) {
    case (.new(let id), nil):
      downloads.append(Expected(id: id, place: place, priority: priority))
      places[id] = place
    case (.shared(let id), let index?) where downloads[index].id == id:
      downloads[index].users += 1
      downloads[index].priority = max(downloads[index].priority, priority)
    case (.refused, _?): break
    default: faults.append("\(joining) is wrong")
    }
    ask(actions)
  }

  private mutating func change(
    _ verb: String, _ body: (inout DownloadQueue, DownloadQueue.ID) -> [DownloadQueue.Action]
  ) {
    guard let index = downloads.indices.randomElement(using: &random) else { return }
    let actions = body(&queue, downloads[index].id)
    log.append("\(verb) \(downloads[index].id): \(actions)")
    switch verb {
    case "leave": downloads[index].users -= 1
    case "pause": downloads[index].isPaused = true
    case "resume": downloads[index].isPaused = false
    default: downloads[index].users = 0
    }
    downloads.removeAll { $0.users == 0 }
    ask(actions)
  }

  private mutating func setPriority() {
    guard let index = downloads.indices.randomElement(using: &random) else { return }
    downloads[index].priority = TransferPriority.allCases.randomElement(using: &random)!
    log.append("\(downloads[index].id) is \(downloads[index].priority)")
    ask(queue.setPriority(downloads[index].priority, of: downloads[index].id))
  }

  private mutating func changeAll() {
    let verb = Int.random(in: 0..<4, using: &random)
    log.append("all \(verb)")
    switch verb {
    case 0:
      for index in downloads.indices { downloads[index].isPaused = true }
      ask(queue.pause(queue.ids))
    case 1:
      for index in downloads.indices { downloads[index].isPaused = false }
      ask(queue.resume(queue.ids))
    case 2:
      downloads = []
      ask(queue.cancel(queue.ids))
    default:
      limit = Int.random(in: max(1, queue.busyCount)...3, using: &random)
      queue.setLimit(limit)
      ask([])
    }
  }

  private mutating func finish() {
    guard let (place, id) = running.sorted(by: { $0.key < $1.key }).randomElement(using: &random) else { return }
    let isSuccess = Bool.random(using: &random)
    let isRunning = queue.state(of: id) == .running
    guard let actions = queue.finished(id, isSuccess: isSuccess) else {
      log.append("finish \(id): nothing")
      if isRunning { faults.append("\(id) was running, but its end is not taken") }
      return
    }
    log.append("finish \(id): \(actions)")
    downloads.removeAll { $0.id == id }
    // A stop that has been asked for is still to come, and so is what follows a start.
    if actions.contains(.forget(id)) { running[place] = nil }
    ask(actions)
  }

  /// Does one of the things that were asked for.
  private mutating func perform() {
    guard let index = asked.indices.randomElement(using: &random) else { return }
    switch asked.remove(at: index) {
    case .start(let id):
      let actions = queue.started(id)
      log.append("started \(id): \(actions)")
      ask(actions)
    case .stop(let id):
      if let place = places[id] { running[place] = nil }
      let actions = queue.stopped(id)
      log.append("stopped \(id): \(actions)")
      ask(actions)
    case .forget: break
    }
  }

  /// - Parameter stops: What a verb asks for, before free places are given away.
  private mutating func ask(_ stops: [DownloadQueue.Action]) {
    let isStart: (DownloadQueue.Action) -> Bool = { if case .start = $0 { true } else { false } }
    if stops.contains(where: isStart) { faults.append("something is started before its time: \(stops)") }
    let starts = fill()
    for action in stops + starts {
      switch action {
      case .start(let id):
        startIsRight(id)
        running[places[id]!] = id
      case .stop(let id):
        if running[places[id]!] != id { faults.append("\(id) is stopped, but does not run") }
      case .forget(let id):
        if !forgotten.insert(id).inserted { faults.append("\(id) is forgotten twice") }
        if downloads.contains(where: { $0.id == id }) { faults.append("\(id) is lost") }
      }
    }
    asked += stops + starts
  }

  /// Now and then nothing may start for a moment.
  private mutating func fill() -> [DownloadQueue.Action] {
    guard Int.random(in: 0..<4, using: &random) == 0 else { return queue.fill() }
    queue.holdStarts()
    if !queue.fill().isEmpty { faults.append("something is started during a hold") }
    queue.releaseStarts()
    return queue.fill()
  }

  private mutating func startIsRight(_ id: DownloadQueue.ID) {
    guard let download = downloads.first(where: { $0.id == id }), !download.isPaused else {
      return faults.append("\(id) is started, but not wanted")
    }
    if let other = running[download.place] { faults.append("\(id) is started, but \(other) runs there") }
    if running.count >= limit { faults.append("\(id) is one too many") }
    for other in downloads where canStart(other) && other.id != id {
      if (other.priority, download.id) > (download.priority, other.id) { faults.append("\(other.id) is before \(id)") }
    }
  }

  private func canStart(_ download: Expected) -> Bool { !download.isPaused && running[download.place] == nil }

  private mutating func check() {
    if queue.busyCount != running.count { faults.append("\(queue.busyCount) places are taken, not \(running.count)") }
    if queue.ids != downloads.map(\.id) { faults.append("\(queue.ids) instead of \(downloads.map(\.id))") }
    if running.count < limit, let idle = downloads.first(where: canStart) { faults.append("\(idle.id) could run") }
    for download in downloads {
      let expected: DownloadQueue.State =
        download.isPaused ? .paused : running[download.place] == download.id ? .running : .waiting
      let actual = queue.state(of: download.id)
      if actual != expected { faults.append("\(download.id) is \(String(describing: actual)), not \(expected)") }
      if queue.priority(of: download.id) != download.priority { faults.append("\(download.id) has another priority") }
    }
  }

  /// Lets everything run to its end: nothing is left, and everything was forgotten once.
  private mutating func drain() {
    for index in downloads.indices { downloads[index].isPaused = false }
    ask(queue.resume(queue.ids))
    while faults.isEmpty, !asked.isEmpty || !running.isEmpty {
      if asked.isEmpty { finish() } else { perform() }
      check()
    }
    guard faults.isEmpty else { return }
    if !queue.isEmpty || queue.busyCount > 0 { faults.append("something never ends") }
    if forgotten != Set(places.keys) { faults.append("not forgotten: \(Set(places.keys).subtracting(forgotten))") }
  }
}
