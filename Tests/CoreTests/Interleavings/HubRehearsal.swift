import Synchronization
import TestSupport
import TidingsCore

/// A scenario of one thread, played on a real hub.
///
/// The model and the hub must tell the same story; where they differ, the model's steps no longer follow `Hub.swift`.
final class HubRehearsal: Sendable {
  private let scenario: Scenario
  private let history = History<String>()
  private let tokens = Mutex<[Int: Subscription]>([:])
  private let slots: [SubscriptionSlot]
  private let hub: Mutex<Hub<Int>?> = Mutex(nil)

  /// Plays the scenario and returns what happened in user code, in order.
  static func story(of scenario: Scenario) -> [String] {
    let rehearsal = HubRehearsal(scenario)
    let source = scenario.source
    let hub =
      source.isCold
      ? Hub<Int>(remembering: source.memoryLimit, initial: source.initial) { [weak rehearsal] _, run in
        rehearsal?.start(run) ?? .ended
      }
      : Hub<Int>(remembering: source.memoryLimit, initial: source.initial)
    rehearsal.hub.withLock { $0 = hub }
    rehearsal.perform(scenario.setup + scenario.threads.flatMap(\.self), in: .standing)
    return rehearsal.history.events
  }

  private init(_ scenario: Scenario) {
    self.scenario = scenario
    slots = scenario.subscribers.map { _ in SubscriptionSlot() }
  }

  private func start(_ run: RunID) -> Subscription {
    history.record("start \(run)")
    perform(scenario.start, in: run)
    return Subscription { [weak self] in
      guard let self else { return }
      history.record("stop \(run)")
      perform(scenario.stop, in: run)
    }
  }

  private func perform(_ calls: [Call], in run: RunID) {
    guard let hub = hub.withLock({ $0 }) else { return }
    for call in calls {
      switch call {
      case .publish(let update): hub.publish(update, in: run)
      case .finish: hub.finish(in: run)
      case .complete(let result): hub.complete(with: result, in: run)
      case .set(let value): hub.set(value, in: run, sameness: .equatable())
      case .replace(let value): hub.write(in: run, isSame: ==) { $0 = value }
      case .add(let amount): hub.write(in: run, isSame: ==) { $0 += amount }
      case .subscribe(let number): subscribe(number, to: hub)
      case .subscribeIfUp(let number): subscribe(number, to: hub, ifUp: true)
      case .invalidate(let number): token(number)?.invalidate()
      case .end(let number): slots[number].end()
      case .removeAllSubscribers: hub.invalidateAll()
      case .whenEnded(let handler, let number): whenEnded(handler, of: number)
      case .upstream: preconditionFailure("A hub has no upstreams")
      case .spawn: preconditionFailure("A rehearsal has one thread")
      }
    }
  }

  private func subscribe(_ number: Int, to hub: Hub<Int>, ifUp: Bool = false) {
    guard token(number) == nil else { return }
    // While a subscription starts a run, its closure is also an argument of the call under way.
    let closure = ReleaseMark { [history, scenario] in
      if !scenario.source.isCold { history.record("let go of \(number)") }
    }
    let reactions = scenario.subscribers[number].reactions
    let receive: @Sendable (Int) -> Void = { [weak self, history] update in
      withExtendedLifetime(closure) {
        history.record("\(number) gets \(update)")
        self?.perform(reactions[update] ?? [], in: .standing)
      }
    }
    let token =
      ifUp ? hub.joinIfUp(into: slots[number], receive) : hub.join(into: slots[number], receive)
    tokens.withLock { $0[number] = token }
  }

  private func token(_ number: Int) -> Subscription? {
    tokens.withLock { $0[number] }
  }

  private func whenEnded(_ handler: Int, of number: Int) {
    guard let token = token(number) else { return }
    let action = EndHandler { [history] in history.record("end handler \(handler)") }
    token.addEndHandler(action)
  }
}

extension HubModel {
  /// What happens in user code when the one thread of the scenario is played, in order.
  static func story(of scenario: Scenario) -> [String] {
    var played = scenario
    played.setup = []
    played.threads = [scenario.setup + scenario.threads.flatMap(\.self)]
    var model = HubModel(played)
    var events: [String] = []
    while model.violation == nil, let frame = model.threads[0].stack.last {
      switch frame {
      case .call(let call) where !call.isRunning: events.append("\(call.seat) gets \(call.update)")
      case .release(let seats) where !scenario.source.isCold: events.append("let go of \(seats[0])")
      case .run(let handlers): events.append("end handler \(handlers[0])")
      case .start(let run): events.append("start \(run)")
      case .stop(let run): events.append("stop \(run)")
      default: break
      }
      model = model.stepping(0)
    }
    return events + (model.violation.map { ["\($0.contract): \($0.message)"] } ?? [])
  }
}
