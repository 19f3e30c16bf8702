import Dispatch
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Foundation
#endif

/// One task of a session: the exchange that it is for, and who waits for its end.
///
/// Foundation on Linux may lose a cancellation of a busy connection, or take seconds for it. Who waits is let go at once,
/// and what still arrives is dropped.
final class Conversation: Sendable {
  let exchange: HTTPExchange
  private let state = Locked(State())

  private struct State: Sendable {
    var task: URLSessionTask?
    var waiting: CheckedContinuation<Void, any Error>?
    var result: Result<Void, any Error>?
  }

  init(_ exchange: HTTPExchange) {
    self.exchange = exchange
  }

  var isOver: Bool { state.withLock { $0.result != nil } }

  func wait(_ continuation: CheckedContinuation<Void, any Error>) {
    let result = state.withLock { state in
      if state.result == nil { state.waiting = continuation }
      return state.result
    }
    if let result { continuation.resume(with: result) }
  }

  /// Takes note of the task; returns whether it is still wanted.
  func begin(_ task: URLSessionTask) -> Bool {
    state.withLock { state in
      guard state.result == nil else { return false }
      state.task = task
      return true
    }
  }

  /// Cancels the task, unless it has come to its end. To cancel it then would cost Foundation on Linux its connection.
  func cancelTask() {
    state.withLock { $0.task.take() }?.cancel()
  }

  /// The task has come to its end.
  func finish(_ error: (any Error)?) {
    state.withLock { $0.task = nil }
    end(error.map { .failure($0) } ?? .success(()))
  }

  /// Only the first end counts.
  func end(_ result: Result<Void, any Error>) {
    let waiting = state.withLock { state in
      if state.result == nil { state.result = result }
      return state.waiting.take()
    }
    waiting?.resume(with: result)
  }

  /// Hands over to the exchange, and ends if that does not want any more.
  func hand(_ step: (HTTPExchange) throws -> Void) {
    guard !isOver else { return }
    do { try step(exchange) } catch { end(.failure(error)) }
  }
}
