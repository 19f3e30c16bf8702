internal import Foundation
internal import Synchronization
public import Tidings

extension NATSConnection {
  /// Serves the requests of a subject with tasks, until the returned token is released.
  ///
  ///     let serving = try connection.serve("count") { (limit: Int) in
  ///       PublishedTask<Int, Int, CountError> { report in try await count(to: limit, report) }
  ///     }
  ///
  /// If several programs serve a subject, each request goes to one of them. Requests are served at the same time without a limit,
  /// with a thread for each. A task is cancelled when the program that has
  /// requested it unsubscribes or has missed three heartbeats in a row, and when the token is released.
  ///
  /// - Parameters:
  ///   - subject: The subject of the requests.
  ///   - makeTask: Called with each request, on a thread of the client.
  /// - Throws: ``NATSError/invalidName(_:)`` or ``NATSError/closed``.
  public func serve<
    Request: Decodable & Sendable, Progress: Encodable & Sendable, Success: Encodable & Sendable,
    Failure: Codable & Error
  >(
    _ subject: String, _ makeTask: @escaping @Sendable (Request) -> PublishedTask<Progress, Success, Failure>
  ) throws(NATSError) -> Subscription {
    let runs = ServedRuns()
    let requests = try client.subscribe(to: subject, queueGroup: "Tidings") { [client] received in
      guard let message = try? received.get(), let inbox = message.replySubject else { return }
      let reply = Reply(inbox: inbox, client: client)
      do throws(NATSError) {
        let request: Request = try Payload.decode(message.payload, subject: subject)
        let interval = message.headers[RemoteUpdate.heartbeatHeader]?.first.flatMap { Int64($0) } ?? 1_000
        try runs.add(reply, heartbeat: .milliseconds(min(max(1, interval), 3_600_000)), makeTask(request))
      } catch {
        runs.end(inbox)
        reply.send(.rejected, Data("\(error)".utf8))
      }
    }
    return Subscription {
      requests.invalidate()
      runs.cancelAll()
    }
  }
}

/// The tasks that a program runs for others.
private final class ServedRuns: Sendable {
  /// Whether all are cancelled, and the subscriptions of each task by the subject of its request.
  private let state = Mutex<(isOver: Bool, runs: [String: SubscriptionBag])>((false, [:]))

  func add<Progress: Encodable & Sendable, Success: Encodable & Sendable, Failure: Encodable & Error>(
    _ reply: Reply, heartbeat: Duration, _ task: PublishedTask<Progress, Success, Failure>
  ) throws(NATSError) {
    let subscriptions = SubscriptionBag()
    state.withLock { state in
      if !state.isOver { state.runs[reply.inbox] = subscriptions }
    }
    // The other program sends a message to cancel. If it is gone, the server of NATS responds to each heartbeat.
    let unheard = UnheardHeartbeats()
    let cancellation = RemoteUpdate.cancellation(of: reply.inbox)
    keep(
      try reply.client.subscribe(to: cancellation, queueGroup: nil) { [weak self] received in
        let isUnheard = (try? received.get().hasNoReceiver) ?? false
        if !isUnheard || unheard.add() { self?.end(reply.inbox) }
      }, of: reply.inbox)
    keep(
      Heartbeat.every(heartbeat) {
        unheard.startNext()
        reply.sendHeartbeat()
      }, of: reply.inbox)
    reply.sendHeartbeat()
    keep(
      task.attach { [weak self] update in
        reply.send(update)
        if case .completed = update { self?.end(reply.inbox) }
      }, of: reply.inbox)
  }

  /// Keeps the token as long as the run is in progress.
  private func keep(_ token: Subscription, of inbox: String) {
    guard let subscriptions = state.withLock({ $0.runs[inbox] }) else { return token.invalidate() }
    token.store(in: subscriptions)
    // The run may have ended since it was looked up.
    if state.withLock({ $0.runs[inbox] }) == nil { subscriptions.removeAll() }
  }

  func end(_ inbox: String) {
    state.withLock { $0.runs.removeValue(forKey: inbox) }?.removeAll()
  }

  func cancelAll() {
    let runs = state.withLock { state in
      state.isOver = true
      defer { state.runs = [:] }
      return state.runs.values
    }
    for subscriptions in runs { subscriptions.removeAll() }
  }
}

/// Counts the heartbeats in a row that no program has received. A program that connects again misses a few.
private final class UnheardHeartbeats: Sendable {
  private let state = Mutex<(count: Int, isLastHeard: Bool)>((0, true))

  func startNext() {
    state.withLock { state in
      if state.isLastHeard { state.count = 0 }
      state.isLastHeard = true
    }
  }

  /// Returns whether no program has received the last three.
  func add() -> Bool {
    state.withLock { state in
      state.isLastHeard = false
      state.count += 1
      return state.count >= 3
    }
  }
}

/// Sends messages to the program that has requested a task.
private struct Reply: Sendable {
  let inbox: String
  let client: ClientConnection

  func send(_ kind: RemoteUpdate, _ payload: Data) {
    try? client.publish(payload, to: inbox, headers: [RemoteUpdate.header: kind.rawValue])
  }

  func send<Progress: Encodable & Sendable, Success: Encodable & Sendable, Failure: Encodable & Error>(
    _ update: TaskUpdate<Progress, Success, Failure>
  ) {
    switch update {
    case .inProgress(let progress): send(.progress, progress)
    case .completed(.success(let success)): send(.success, success)
    case .completed(.failure(let failure)): send(.failure, failure)
    }
  }

  private func send(_ kind: RemoteUpdate, _ value: some Encodable & Sendable) {
    do throws(NATSError) {
      try client.publish(Payload.encode(value), to: inbox, headers: [RemoteUpdate.header: kind.rawValue])
    } catch {
      send(.unsent, Data("\(error)".utf8))
    }
  }

  func sendHeartbeat() {
    try? client.publish(
      Data(), to: inbox, replyTo: RemoteUpdate.cancellation(of: inbox),
      headers: [RemoteUpdate.header: RemoteUpdate.alive.rawValue])
  }
}
