import TidingsCore

@testable import TidingsTasks

/// Forwards exchanges, and logs the beginning and the end of each.
///
/// After the idle timeout of an exchange, its state is logged before the base transport is cancelled, because that
/// closes the connection.
struct ObservedTransport<Base: Transport>: Transport {
  let base: Base
  let log: EventLog
  /// Called for each exchange that exceeds its idle limit. The result is logged.
  let examine: @Sendable () -> [String]

  var rangeByteCount: Int64? { base.rangeByteCount }

  func prepare(_ request: URLRequest) -> URLRequest { base.prepare(request) }

  func perform(_ exchange: HTTPExchange) async throws {
    let request = exchange.request
    let range = request.value(forHTTPHeaderField: "Range") ?? "everything"
    log.note("client: asks for \(range) of \(request.url?.absoluteString ?? "nothing")")
    let work = Task { try await base.perform(exchange) }
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      noteCancellation(of: exchange)
      work.cancel()
    }
    log.note("client: ends \(range) with \(Self.description(of: result)); \(Self.received(by: exchange))")
    try result.get()
  }

  private func noteCancellation(of exchange: HTTPExchange) {
    log.note("client: cancels, because \(exchange.closeReason.map { "\($0)" } ?? "its task is cancelled")")
    guard case .stalled? = exchange.closeReason?.reason else { return }
    log.note("client: \(Self.received(by: exchange)) at the end of the idle limit")
    examine().forEach(log.note)
  }

  private static func description(of result: Result<Void, any Error>) -> String {
    switch result {
    case .success: "success"
    case .failure(let error): "\(error)"
    }
  }

  private static func received(by exchange: HTTPExchange) -> String {
    let (response, byteCount) = exchange.received
    return "\(response.map { "status \($0.statusCode)" } ?? "no response") and \(byteCount) bytes received"
  }
}
