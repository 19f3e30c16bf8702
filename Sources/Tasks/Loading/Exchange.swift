public import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One request and what comes back, as a ``Transport`` sees it.
///
/// What is received is handed over in order, on any thread; what is sent may be reported meanwhile. No function blocks,
/// and none runs code of a subscriber.
public final class Exchange: Sendable {
  /// What is to be sent, as it is: the transport adds no credentials.
  public let request: URLRequest

  /// What is to be sent with it; nil if this is no upload, and what the request itself has as its body is sent.
  public let body: UploadBody?

  /// How urgent it is.
  public let priority: TransferPriority

  private let answer: Answer
  private let sent: @Sendable (Int64) -> Void
  private let backlog: Backlog
  private let state: Locked<State>

  /// Decides what becomes of a body, once the head of the answer is known.
  typealias Answer = @Sendable (HTTPURLResponse) throws(TransferError) -> BodyUse

  /// What becomes of a body.
  enum BodyUse: Sendable {
    /// Something is prepared, then its parts are dealt with in order, off the thread of the connection.
    case parts(
      begin: @Sendable () throws(TransferError) -> Void, each: @Sendable (Data) throws(TransferError) -> Void)
    /// Nobody wants it. A short one is read to its end, so that the connection can be used again.
    case none
  }

  /// Why an exchange is over before the transport says so.
  enum Interruption: Error {
    case failure(TransferError)
    /// The answer is known, and the rest of it is not wanted.
    case enough
    case cancelled
  }

  private struct State: Sendable {
    var use: BodyUse?
    var response: HTTPURLResponse?
    var receivedBytes: Int64 = 0
    var lastActivity = ContinuousClock.now
    var interruption: Interruption?
    var work: Task<Void, any Error>?
  }

  init(
    _ request: URLRequest, body: UploadBody?, priority: TransferPriority, backlog: Backlog,
    sent: @escaping @Sendable (Int64) -> Void, answer: @escaping Answer
  ) {
    self.request = request
    self.body = body
    self.priority = priority
    self.backlog = backlog
    self.sent = sent
    self.answer = answer
    state = Locked(State())
  }

  /// The server has answered: its head, once, before any part of the body.
  ///
  /// - Throws: When the body is not wanted; then the exchange is over.
  public func receive(_ response: HTTPURLResponse) throws {
    try note { $0.response = response }
    do throws(TransferError) {
      let use = try answer(response)
      state.withLock { $0.use = use }
      if case .parts(let begin, _) = use { backlog.add(0) { [self] in work(begin) } }
    } catch {
      interrupt(.failure(error))
      throw error
    }
  }

  /// A part of the body has arrived.
  ///
  /// - Throws: When no more is wanted; then the exchange is over.
  public func receive(_ part: Data) throws {
    guard !part.isEmpty else { return }
    let (use, total) = try note { state in
      state.receivedBytes += Int64(part.count)
      return (state.use, state.receivedBytes)
    }
    switch use {
    case .parts:
      backlog.add(part, for: self)
    case .none?:
      guard total > Self.worthReading else { return }
      interrupt(.enough)
      throw Interruption.enough
    case nil:
      fatalError("A transport hands over the response before the first part of its body: call receive(_:) with it")
    }
  }

  /// Some of an upload has been sent.
  ///
  /// - Parameter byteCount: How much of the body so far.
  public func reportSent(_ byteCount: Int64) {
    state.withLock { $0.lastActivity = .now }
    sent(byteCount)
  }

  /// Returns when more can be taken.
  ///
  /// Parts that have been received wait in memory until they are written. A transport that does not wait here for room
  /// lets them grow without bound when the disk is slower than the server.
  public func waitForRoom() async {
    await backlog.waitForRoom { interruption != nil }
  }

  /// The same for a transport that can only block its thread.
  func blockUntilThereIsRoom() {
    backlog.blockUntilThereIsRoom { interruption != nil }
  }

  /// A longer body that nobody wants ends its connection instead.
  private static let worthReading = 64 << 10
}

extension Exchange {
  /// Performs the exchange, unless it is idle for too long, interrupted or cancelled.
  func run(on transport: some Transport, idleTimeout: Duration, clock: any Clock<Duration>) async throws {
    let work = Task(priority: priority.taskPriority) { try await transport.perform(self) }
    if !start(work) { work.cancel() }
    let watch = Task { await watchActivity(idleTimeout, clock) }
    defer { watch.cancel() }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      interrupt(.cancelled)
    }
    if let interruption { throw interruption }
    try result.get()
  }

  /// The head of the answer and the number of bytes of the body that have arrived.
  var received: (response: HTTPURLResponse?, byteCount: Int64) {
    state.withLock { ($0.response, $0.receivedBytes) }
  }

  var interruption: Interruption? { state.withLock { $0.interruption } }

  /// Ends the exchange. Only the first reason counts.
  func interrupt(_ reason: Interruption) {
    let work = state.withLock { state in
      if state.interruption == nil { state.interruption = reason }
      return state.work
    }
    work?.cancel()
    backlog.wake()
  }

  /// Does a part of the work on what has arrived, unless the exchange is over.
  private func work(_ body: () throws(TransferError) -> Void) {
    guard interruption == nil else { return }
    do throws(TransferError) {
      try body()
      state.withLock { $0.lastActivity = .now }
    } catch {
      interrupt(.failure(error))
    }
  }

  /// Makes the work known to ``interrupt(_:)``, unless that has been called.
  private func start(_ work: Task<Void, any Error>) -> Bool {
    state.withLock { state in
      state.work = work
      return state.interruption == nil
    }
  }

  /// Takes note of a sign of life, unless the exchange is over.
  private func note<Result: Sendable>(_ change: (inout State) -> Result) throws -> Result {
    try state.withLock { state in
      if let interruption = state.interruption { throw interruption }
      state.lastActivity = .now
      return change(&state)
    }
  }

  private func watchActivity(_ limit: Duration, _ clock: any Clock<Duration>) async {
    var watch = IdleWatch(limit: limit, from: .now)
    while let pause = watch.look(at: .now, lastActivity: state.withLock { $0.lastActivity }) {
      guard (try? await clock.sleep(for: pause)) != nil else { return }
    }
    interrupt(.failure(TransferError(.stalled(limit))))
  }
}

extension Exchange: BytesReceiver {
  package func deal(with bytes: Data) {
    guard case .parts(_, let receive) = state.withLock({ $0.use }) else { return }
    work { () throws(TransferError) in try receive(bytes) }
  }
}
