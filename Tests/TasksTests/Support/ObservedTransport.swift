import TidingsCore

@testable import TidingsTasks

/// Forwards exchanges. Calls a function after the idle timeout of an exchange, before the base transport is cancelled,
/// because that closes the connection.
struct ObservedTransport<Base: Transport>: Transport {
  let base: Base
  let examine: @Sendable () -> Void

  var rangeByteCount: Int64? { base.rangeByteCount }

  func prepare(_ request: URLRequest) -> URLRequest { base.prepare(request) }

  func perform(_ exchange: HTTPExchange) async throws {
    let work = Task { try await base.perform(exchange) }
    try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      if case .stalled? = exchange.closeReason?.reason { examine() }
      work.cancel()
    }
  }
}
