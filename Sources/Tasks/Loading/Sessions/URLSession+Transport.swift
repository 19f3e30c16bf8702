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

  public func perform(_ exchange: Exchange) async throws {
    try await SessionTransports.shared.transport(for: self).perform(exchange)
  }
}
