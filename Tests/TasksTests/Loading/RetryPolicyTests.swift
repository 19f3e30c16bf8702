import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

struct RetryPolicyTests {
  private let busy = TransferError(.unacceptableStatus(503))
  private let policy = RetryPolicy(attempts: 3, backoff: .constant(.seconds(2)))

  @Test(arguments: [(7, 7), (1, 2), (301, nil)])
  func `waits as long as the server requests, up to a limit`(retryAfter: Int, pause: Int?) {
    var error = busy
    error.retryAfter = .seconds(retryAfter)
    #expect(policy.pause(after: error, failures: 1, method: "GET") == pause.map { .seconds($0) })
  }

  @Test(arguments: [("GET", true), ("put", true), ("DELETE", true), ("POST", false), ("PATCH", false), ("X", false)])
  func `repeats requests with idempotent methods`(method: String, isRepeated: Bool) {
    #expect((policy.pause(after: busy, failures: 1, method: method) != nil) == isRepeated)
    var daring = policy
    daring.repeatsUnsafeRequests = true
    #expect(daring.pause(after: busy, failures: 1, method: method) != nil)
  }

  @Test func `repeats after the errors that it includes`() {
    let policy = RetryPolicy(attempts: 9) { $0.reason == .unacceptableStatus(404) }
    #expect(policy.pause(after: busy, failures: 1, method: "GET") == nil)
    #expect(policy.pause(after: TransferError(.unacceptableStatus(404)), failures: 1, method: "GET") != nil)
  }

  @Test(arguments: [
    ([408, 425, 429, 500, 502, 503, 504], true), ([304, 400, 401, 403, 404, 410, 416, 501, 505], false),
  ])
  func `retries temporary statuses only`(statuses: [Int], isRetried: Bool) {
    for status in statuses { #expect(TransferError(.unacceptableStatus(status)).isWorthRetrying == isRetried) }
  }

  /// On Apple platforms, a task that is created in an invalidated session ends the process.
  @Test func `does not repeat a request that its session has cancelled`() {
    for reason in [TransferError.Reason.connectionFailed, .truncated(expectedBytes: 9)] {
      #expect(!TransferError(reason, underlying: URLError(.cancelled)).isWorthRetrying)
      #expect(TransferError(reason, underlying: URLError(.networkConnectionLost)).isWorthRetrying)
    }
  }
}

@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 5)

  private func load(_ transfer: TransferRequest) -> TransferTask<Data> {
    URLSession.shared.publishedTask(for: transfer)
  }

  @Test func `passes the requested wait to the policy`() async throws {
    server.serve(file, [.always(.status(429, retryAfter: "3600"))])
    let error = await load(server.transfer()).failure()
    #expect(error?.retryAfter == .seconds(3600))
    #expect(server.requests.count == 1)
  }

  @Test func `does not repeat a request without a policy`() async throws {
    server.serve(file, [.once(.status(503))])
    _ = await Recording(load(TransferRequest(server.url()))).result
    #expect(server.requests.count == 1)
  }

  @Test func `does not repeat a request that its session has cancelled, also if its condition returns true`() {
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.zero)) { _ in true }
    let pauses = [URLError.Code.cancelled, .timedOut].map { code in
      policy.pause(
        after: TransferError(.connectionFailed, underlying: URLError(code)), failures: 1, method: "GET")
    }
    #expect(pauses == [nil, .zero])
  }

  @Test func `does not repeat a stream`() async throws {
    server.serve(file, [.once(.status(503))])
    var transfer = server.transfer()
    transfer.urlRequest.httpMethod = "PUT"
    transfer.urlRequest.httpBodyStream = InputStream(data: Data("once".utf8))
    #expect(await load(transfer).failure()?.reason == .unacceptableStatus(503))
    #expect(server.requests.count == 1)
  }
}
