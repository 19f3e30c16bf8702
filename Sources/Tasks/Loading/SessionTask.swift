import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One task of a session. Passes the response and its body to an exchange, and waits for the end of the task.
///
/// Foundation on Linux may lose the cancellation of a busy connection, or take seconds for it. So a cancellation ends the
/// waiting immediately, and what still arrives is dropped.
final class SessionTask: Sendable {
  private let exchange: HTTPExchange
  /// Whether a delegate of the user answers challenges that are not handled by the system.
  private let answersChallenges: Bool
  private let state = Locked(State())

  private struct State: Sendable {
    var task: URLSessionTask?
    var waiting: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
    /// A response 401 and its body. They are the result if its challenge is not answered.
    var challenge: (response: HTTPURLResponse, body: Data)?
  }

  init(_ exchange: HTTPExchange, answersChallenges: Bool = false) {
    self.exchange = exchange
    self.answersChallenges = answersChallenges
  }

  /// Calls a function that leads to ``start(_:)``, and returns when the task has ended or the Swift task is cancelled.
  func perform(_ begin: () -> Void) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiting = continuation }
          return state.result
        }
        if let result { continuation.resume(with: result) } else { begin() }
      }
    } onCancel: {
      end(.failure(CancellationError()))
    }
  }

  func start(_ task: URLSessionTask) {
    let isWanted = state.withLock { state in
      if state.result == nil { state.task = task }
      return state.result == nil
    }
    // A session does not end before all of its tasks have ended, including those that were never resumed.
    if isWanted { task.resume() } else { task.cancel() }
  }

  /// Cancels the task, unless it has ended. Cancelling an ended task costs Foundation on Linux its connection.
  func cancel() { state.withLock { $0.task.take() }?.cancel() }

  private func end(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      if state.result == nil { state.result = result }
      return state.waiting.take()
    }
    waiting?.resume(with: result)
  }

  private func pass(_ body: (HTTPExchange) throws -> Void) {
    guard state.withLock({ $0.result == nil }) else { return }
    do { try body(exchange) } catch { end(.failure(error)) }
  }

  func receive(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return end(.failure(URLError(.badServerResponse))) }
    // Foundation on Linux also passes interim responses. The final response follows (RFC 9110, 15.2). It does not follow
    // 101, which no transfer requests.
    guard !(100..<200).contains(response.statusCode) || response.statusCode == 101 else {
      return exchange.recordActivity()
    }
    // Foundation on Linux passes this response before it asks the delegate, and after the answer the next response.
    let isChallenge =
      answersChallenges && response.statusCode == 401 && response.value(forHTTPHeaderField: "WWW-Authenticate") != nil
    state.withLock { $0.challenge = isChallenge ? (response, Data()) : nil }
    if !isChallenge { pass { try $0.receive(response) } }
  }

  func receive(_ data: Data, of task: URLSessionTask) {
    let heldBytes = state.withLock { state in
      state.challenge?.body.append(data)
      return state.challenge?.body.count
    }
    if let heldBytes {
      exchange.recordActivity()
      // Too long for the page of a challenge, whose body is not limited while it is held.
      if heldBytes > Self.challengeLimit { passChallenge() }
      return
    }
    pass { try $0.receive(data) }
    if !exchange.hasRoom { waitForRoom(task) }
  }

  func reportSent(_ byteCount: Int64) { pass { $0.reportSent(byteCount) } }

  func complete(_ task: URLSessionTask, _ error: (any Error)?) {
    if error == nil {
      passChallenge()
      // Foundation on Linux does not pass a redirect without a Location, but its task has it.
      if exchange.received.response == nil, let response = task.response as? HTTPURLResponse {
        pass { try $0.receive(response) }
      }
    }
    state.withLock { $0.task = nil }
    end(error.map { .failure($0) } ?? .success(()))
  }

  var awaitsAnswer: Bool { state.withLock { $0.challenge != nil } }

  private static let challengeLimit = 1 << 20

  func refuseChallenge() {
    passChallenge()
    end(.success(()))
  }

  func cancelChallenge() { end(.failure(URLError(.userCancelledAuthentication))) }

  /// Passes a response 401 whose challenge was not answered.
  private func passChallenge() {
    guard let challenge = state.withLock({ $0.challenge.take() }) else { return }
    pass {
      try $0.receive(challenge.response)
      try $0.receive(challenge.body)
    }
  }

  #if canImport(FoundationNetworking)
    // Blocks the thread on which all sessions of Foundation on Linux read: tasks cannot be suspended there.
    private func waitForRoom(_ task: URLSessionTask) {
      let semaphore = DispatchSemaphore(value: 0)
      Task(executorPreference: FileExecutor.shared) { [exchange] in
        await exchange.waitForRoom()
        semaphore.signal()
      }
      semaphore.wait()
    }
  #else
    private func waitForRoom(_ task: URLSessionTask) {
      task.suspend()
      Task { [exchange] in
        await exchange.waitForRoom()
        task.resume()
      }
    }
  #endif
}

extension URLSession {
  func task(for exchange: HTTPExchange, sending request: URLRequest, _ body: UploadBody?) -> URLSessionTask {
    let task: URLSessionTask =
      switch body {
      case .data(let data): uploadTask(with: request, from: data)
      case .file(let file): uploadTask(with: request, fromFile: file)
      case nil: dataTask(with: request)
      }
    task.priority =
      switch exchange.priority {
      case .low: URLSessionTask.lowPriority
      case .normal: URLSessionTask.defaultPriority
      case .high: URLSessionTask.highPriority
      }
    return task
  }
}
