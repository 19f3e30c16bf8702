import TestSupport
import Testing
import TidingsCore

/// Plays a script on a hub of one of the engines, with real threads.
final class ScriptPlayer<Played: PlayedHub>: Sendable {
  struct Seen: Sendable {
    /// Of the one who was there first and left last: the common order.
    var order: [Int] = []
    var histories: [[Int]] = []
    /// How much each had got when its `subscribe` had returned, and when it had left.
    var atJoining: [Int: Int] = [:]
    var atLeaving: [Int: Int] = [:]
  }

  private let script: ThreadScript
  private let hub: Played
  private let witness = History<Int>()
  private let histories: [History<Int>]
  private let seen = Locked(Seen())
  private let tokens = Locked<[Int: Played.Token]>([:])
  private let slots: [Played.Slot]

  static func seen(by script: ThreadScript) async -> Seen {
    let player = ScriptPlayer(script)
    await player.play()
    return player.seen.withLock { $0 }
  }

  private init(_ script: ThreadScript) {
    self.script = script
    hub = Played.made(script.kind) { _ in {} }
    histories = script.fates.map { _ in History() }
    slots = script.fates.map { _ in Played.makeSlot() }
  }

  private func play() async {
    let token = watch()
    await onThreads(script.threads.count) { [self] index in
      for step in script.threads[index] { perform(step) }
    }
    publish(ThreadScript.sentinel)
    await onThreads { [witness] _ in witness.wait(for: ThreadScript.sentinel) }
    hub.finish(script.kind == .task ? ThreadScript.result : nil, in: 1)
    await onThreads { [witness, histories, script] _ in
      witness.wait(for: ThreadScript.end)
      for (history, fate) in zip(histories, script.fates) where fate == .stays { history.wait(for: ThreadScript.end) }
    }
    seen.withLock { seen in
      seen.order = witness.events
      seen.histories = histories.map(\.events)
    }
    tokens.withLock { $0 = [:] }
    withExtendedLifetime(token) {}
  }

  private func watch() -> Played.Token? {
    let slot = Played.makeSlot()
    let token = hub.subscribe(into: slot, ifUp: false) { [weak self, witness] update in
      witness.record(update)
      if let echo = ThreadScript.echo(of: update) { self?.publish(echo) }
    }
    if let token { Played.addEndHandler({ [witness] in witness.record(ThreadScript.end) }, to: token) }
    return token
  }

  private func publish(_ update: Int) {
    if script.kind.isValue { hub.set(update, in: 1) } else { hub.send(update, in: 1) }
  }

  private func perform(_ step: ThreadScript.Step) {
    switch step {
    case .publish(let update): publish(update)
    case .subscribe(let number): subscribe(number)
    case .invalidate(let number):
      if let token = tokens.withLock({ $0[number] }) { Played.invalidate(token) }
      noteLeaving(number)
    case .endFromInside(let number):
      Played.end(slots[number])
      noteLeaving(number)
    }
  }

  private func subscribe(_ number: Int) {
    let history = histories[number]
    guard let token = hub.subscribe(into: slots[number], ifUp: false, { history.record($0) }) else { return }
    seen.withLock { $0.atJoining[number] = history.events.count }
    Played.addEndHandler({ history.record(ThreadScript.end) }, to: token)
    tokens.withLock { $0[number] = token }
  }

  private func noteLeaving(_ number: Int) {
    let count = histories[number].events.count
    seen.withLock { $0.atLeaving[number] = count }
  }
}
