#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Tasks run in a session of their own, which is made with this session's configuration at its first task and lives as
/// long as this one: what a data task receives is told to its session's delegate alone, and on Linux the delegate of a
/// single task is not called. So this session's delegate hears nothing, and `invalidateAndCancel()` does not end tasks;
/// invalidating their subscriptions does.
extension URLSession: Transport {
  public func prepare(_ request: URLRequest) -> URLRequest {
    SessionTransports.shared.transport(for: self).prepare(request)
  }

  public func perform(_ exchange: HTTPExchange) async throws {
    try await SessionTransports.shared.transport(for: self).perform(exchange)
  }
}

#if canImport(FoundationNetworking)
  extension URLSession {
    /// The number of bytes of each range that a download requests. While one transfer waits for its disk, all sessions of
    /// Foundation on Linux wait, so a server must not send more than may wait in memory.
    var rangeByteCount: Int64? { 8 << 20 }
  }
#else
  extension URLSession {
    /// The number of bytes of each range that a download requests: no limit.
    var rangeByteCount: Int64? { nil }
  }
#endif
