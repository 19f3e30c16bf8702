import TidingsCore

@testable import TidingsTasks

/// Passes exchanges on, and notes how each begins and ends.
///
/// When the idle timeout of an exchange is over, its state is logged before the transport below is cancelled, because
/// then its connection is closed.
struct ObservedTransport<Base: Transport>: Transport {
  let base: Base
  let log: EventLog
  /// Called for each exchange whose idle limit is over; what it returns is noted.
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
