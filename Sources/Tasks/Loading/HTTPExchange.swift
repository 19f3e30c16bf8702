import Dispatch
public import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// One request and its response, as a ``Transport`` sees them.
///
/// A transport passes the response and then the parts of its body, in order, on any thread. It may report the progress of
/// an upload at the same time. No function blocks or calls code of a subscriber.
public final class HTTPExchange: Sendable {
  /// The request to send. The transport adds no credentials.
  public let request: URLRequest

  /// The body of an upload. If it is nil, the transport sends the body of the request, if that has one.
  public let body: UploadBody?

  /// The priority relative to other exchanges.
  public let priority: TransferPriority

  private let sent: @Sendable (Int64) -> Void
  private let state = Locked(State())

  init(
    _ request: URLRequest, body: UploadBody? = nil, priority: TransferPriority = .normal,
    sent: @escaping @Sendable (Int64) -> Void = { _ in }
  ) {
    self.request = request
    self.body = body
    self.priority = priority
    self.sent = sent
  }

  /// Passes the response, once, before the first part of its body.
  ///
  /// - Throws: An error if the response is no longer wanted. The transport then ends the exchange.
  public func receive(_ response: HTTPURLResponse) throws {
    let (consumer, isFirst) = try changeIfOpen { state -> (CheckedContinuation<Void, Never>?, Bool) in
      guard state.response == nil else { return (nil, false) }
      state.response = response
      return (state.consumer.take(), true)
    }
    consumer?.resume()
    guard !isFirst else { return }
    // A multipart stream has several, and so has a task that a session starts again. The bodies would be joined.
    let error = TransferError(.invalidResponse("it has a second header section"))
    close(error)
    throw error
  }

  /// Passes a part of the body, or throws an error if no more is wanted. The transport then ends the exchange.
  public func receive(_ part: Data) throws {
    guard !part.isEmpty else { return }
    let (consumer, setsTimer) = try changeIfOpen { state in
      guard state.response != nil else {
        fatalError("A transport must pass the response to receive(_:) before the first part of its body.")
      }
      state.append(part)
      return state.consumerAfterPart()
    }
    consumer?.resume()
    if setsTimer { Self.timers.asyncAfter(deadline: .now() + Self.batchDelay) { [self] in endBatch() } }
  }

  /// Reports how many bytes of the body of an upload were sent, counted from its beginning.
  public func reportSent(_ byteCount: Int64) {
    if (try? changeIfOpen { _ in }) != nil { sent(byteCount) }
  }

  /// Restarts the idle timeout.
  func recordActivity() { state.withLock { $0.activityCount &+= 1 } }

  /// Suspends while more than 8 MiB wait to be processed.
  ///
  /// Received parts wait in memory until they are written. If a transport does not call this function, and the disk is
  /// slower than the server, the memory grows without a limit.
  public func waitForRoom() async {
    await withCheckedContinuation { continuation in
      let hasRoom = state.withLock { state in
        if !state.hasRoom { state.producers.append(continuation) }
        return state.hasRoom
      }
      if hasRoom { continuation.resume() }
    }
  }

  var hasRoom: Bool { state.withLock { $0.hasRoom } }

  fileprivate static let bufferLimit = 8 << 20

  /// The consumer is resumed for this many bytes or after a delay. Resuming takes longer than writing a part of 16 KiB.
  fileprivate static let batch = 256 << 10
  fileprivate static let batchDelay = DispatchTimeInterval.milliseconds(1)
  private static let timers = DispatchQueue(label: "Tidings.HTTPExchange")

  /// The number of parts into which the idle timeout is divided.
  private static let ticks = 10

  /// A longer body that is not wanted costs more than a new connection.
  private static let drainLimit = 64 << 10
  private static let drainTime = DispatchTimeInterval.milliseconds(100)

  /// Runs the transport and, at the same time, a function that processes the response.
  func run<Success: Sendable>(
    on transport: some Transport, idleTimeout: Duration, clock: any Clock<Duration>,
    process: () async throws(TransferError) -> Success
  ) async throws(TransferError) -> Success {
    let transportTask = Task(priority: priority.taskPriority) {
      // The watch ends with the transport: what it has passed may take any time to be processed.
      async let _ = watchActivity(idleTimeout, clock)
      do {
        try await transport.perform(self)
        end(with: nil)
      } catch { end(with: error) }
    }
    state.withLock { $0.transportTask = transportTask }
    defer { close(.cancellation) }
    let result = await withTaskCancellationHandler { () async -> Result<Success, TransferError> in
      do throws(TransferError) { return .success(try await process()) } catch { return .failure(error) }
    } onCancel: {
      close(.cancellation)
    }
    return try result.get()
  }

  func response() async throws(TransferError) -> HTTPURLResponse {
    while true {
      let (response, reason, end) = state.withLock { ($0.response, $0.closeReason, $0.end) }
      if let response { return response }
      if let reason { throw reason }
      switch end {
      case .failure(let error): throw TransferError(transport: error)
      case .success: throw TransferError(.invalidResponse("it has no head"))
      case nil: await waitForTransport { $0.response != nil }
      }
    }
  }

  /// Returns the next part of the body. Returns nil when the transport has ended, with or without an error.
  func nextPart() async throws(TransferError) -> Data? {
    while true {
      let (part, producers, reason, isEnded) = state.withLock { $0.next() }
      for producer in producers { producer.resume() }
      if let part { return part }
      if let reason { throw reason }
      if isEnded { return nil }
      await waitForTransport { !$0.parts.isEmpty }
    }
  }

  /// Reads the rest of a short body for a moment, so that its connection can be used again.
  func drain() async {
    if state.withLock({ $0.end == nil }) {
      Self.timers.asyncAfter(deadline: .now() + Self.drainTime) { [weak self] in self?.close(.cancellation) }
    }
    while state.withLock({ $0.receivedBytes <= Self.drainLimit }), (try? await nextPart()) != nil {}
  }

  var received: (response: HTTPURLResponse?, byteCount: Int64) { state.withLock { ($0.response, $0.receivedBytes) } }

  /// The reason for the end of the exchange before the end of the transport.
  var closeReason: TransferError? { state.withLock { $0.closeReason } }
  var transportError: (any Error)? { if case .failure(let error) = state.withLock({ $0.end }) { error } else { nil } }

  /// Ends the exchange. Only the first reason counts.
  private func close(_ reason: TransferError) {
    let (task, consumer, producers) = state.withLock { state in
      if state.closeReason == nil { state.closeReason = reason }
      return (state.transportTask, state.consumer.take(), state.takeProducers())
    }
    task?.cancel()
    consumer?.resume()
    for producer in producers { producer.resume() }
  }

  private func end(with error: (any Error)?) {
    let consumer = state.withLock { state in
      state.end = error.map { .failure($0) } ?? .success(())
      return state.consumer.take()
    }
    consumer?.resume()
  }

  private func endBatch() {
    let consumer = state.withLock { state in
      state.isTimerSet = false
      return state.parts.isEmpty ? nil : state.consumer.take()
    }
    consumer?.resume()
  }

  /// Suspends until a condition holds or the exchange ends. May return earlier.
  private func waitForTransport(until isMet: (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        guard !isMet(state), state.end == nil, state.closeReason == nil else { return true }
        state.consumer = continuation
        return false
      }
      if isReady { continuation.resume() }
    }
  }

  private func changeIfOpen<Result: Sendable>(_ change: (inout State) -> Result) throws -> Result {
    try state.withLock { state in
      if let reason = state.closeReason { throw reason }
      state.activityCount &+= 1
      return change(&state)
    }
  }

  /// Ends the exchange after silent ticks. A suspension of the process is one tick: bytes from before may be unread.
  private func watchActivity(_ limit: Duration, _ clock: any Clock<Duration>) async {
    let tick = max(min(limit, .longestSleep) / Self.ticks, .nanoseconds(1))
    var (silentTicks, seen) = (0, state.withLock { $0.activityCount })
    while silentTicks < Self.ticks {
      guard (try? await clock.sleep(for: tick)) != nil else { return }
      let count = state.withLock { $0.activityCount }
      (silentTicks, seen) = (count == seen ? silentTicks + 1 : 0, count)
    }
    close(TransferError(.stalled(limit)))
  }
}

private struct State: Sendable {
  var response: HTTPURLResponse?
  /// The parts that wait to be processed. Small ones are joined, so that single bytes cost neither memory nor system calls.
  var parts: [Data] = []
  var waitingBytes = 0
  var receivedBytes: Int64 = 0
  var activityCount = 0
  var transportTask: Task<Void, Never>?
  var end: Result<Void, any Error>?
  var closeReason: TransferError?
  /// The function that processes the response, while it waits.
  var consumer: CheckedContinuation<Void, Never>?
  var producers: [CheckedContinuation<Void, Never>] = []
  var isTimerSet = false

  var hasRoom: Bool { waitingBytes <= HTTPExchange.bufferLimit || closeReason != nil }

  mutating func append(_ part: Data) {
    if let last = parts.indices.last, parts[last].count + part.count <= HTTPExchange.batch {
      parts[last].append(part)
    } else {
      parts.append(part)
    }
    waitingBytes += part.count
    receivedBytes += Int64(part.count)
  }

  /// Takes the next part, and the producers for which there is room now.
  mutating func next() -> (Data?, [CheckedContinuation<Void, Never>], TransferError?, isEnded: Bool) {
    // A disk that takes the bytes is a sign of life, too.
    activityCount &+= 1
    // After a cancellation nothing is processed. After a time-out, what was received before still counts.
    if case .cancelled = closeReason?.reason { return (nil, [], closeReason, true) }
    let part = parts.isEmpty ? nil : parts.removeFirst()
    waitingBytes -= part?.count ?? 0
    return (part, hasRoom ? takeProducers() : [], closeReason, end != nil)
  }

  /// Returns the consumer if there is enough for it, or otherwise whether a timer has to be set.
  mutating func consumerAfterPart() -> (CheckedContinuation<Void, Never>?, setsTimer: Bool) {
    guard consumer != nil else { return (nil, false) }
    if waitingBytes >= HTTPExchange.batch { return (consumer.take(), false) }
    defer { isTimerSet = true }
    return (nil, !isTimerSet)
  }

  mutating func takeProducers() -> [CheckedContinuation<Void, Never>] {
    defer { producers = [] }
    return producers
  }
}
