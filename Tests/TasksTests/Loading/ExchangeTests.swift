import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// The behaviour of an exchange towards its transport.
@Suite(.timeLimit(.minutes(10)))
struct ExchangeTests {
  /// Simulates a disk that does not respond.
  private struct StuckHash: IncrementalHash {
    static let isStuck = EventState(false)
    static let mayGoOn = DispatchSemaphore(value: 0)

    mutating func update(data: Data) {
      Self.isStuck.change { $0 = true }
      Self.mayGoOn.wait()
    }

    func finalize() -> [UInt8] { [] }
  }

  @Test func `releases a transport that waits for room after its end`() async throws {
    let folder = ScratchFolder()
    let isLetGo = EventState(false)
    let flood = FunctionTransport { exchange in
      try exchange.receive(status: 200)
      try exchange.receive(Data(count: 9 << 20))
      await waitForCancellation()
      await exchange.waitForRoom()
      isLetGo.change { $0 = true }
      try Task.checkCancellation()
    }
    let digest = ExpectedDigest(StuckHash.self, bytes: [])
    let transfer = try #require(URL(string: "http://host/file")).with { $0.expectedDigest = digest }
    let recording = Recording(folder.download(transfer, by: flood))
    await StuckHash.isStuck.wait(for: "the hash to stand still") { $0 }
    recording.invalidate()
    await isLetGo.wait(for: "the transport to go on") { $0 }
    StuckHash.mayGoOn.signal()
  }

  /// A clock that stands still. Its sleeps end only with a cancellation.
  private struct StandingClock: Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.nanoseconds(1)
    let isCancelled = EventState(false)

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await waitForCancellation()
      isCancelled.change { $0 = true }
      try Task.checkCancellation()
    }
  }

  /// Waits until the idle timeout is no longer measured.
  private struct SlowHash: IncrementalHash {
    static let mayGoOn = DispatchSemaphore(value: 0)

    mutating func update(data: Data) { Self.mayGoOn.wait() }

    func finalize() -> [UInt8] { [] }
  }

  @Test func `the idle timeout is not measured after the end of the transport`() async throws {
    let folder = ScratchFolder()
    let clock = StandingClock()
    var transfer = try TransferRequest(#require(URL(string: "http://host/file")))
    transfer.expectedDigest = ExpectedDigest(SlowHash.self, bytes: [])
    transfer.idleClock = clock
    let transport = FunctionTransport { exchange in
      try exchange.receive(status: 200)
      try exchange.receive(Data([1]))
    }
    let recording = Recording(folder.download(transfer, by: transport))
    await clock.isCancelled.wait(for: "the end of the measurement") { $0 }
    SlowHash.mayGoOn.signal()
    #expect(try await recording.result.get().byteCount == 1)
  }

  /// Does not return after the last byte. Its clock advances only after this byte.
  private struct Unending: Transport, Clock {
    let now = ContinuousClock.now
    let minimumResolution = Duration.nanoseconds(1)
    let hasPassedAll = EventState(false)

    func perform(_ exchange: HTTPExchange) async throws {
      try exchange.receive(status: 200, fields: ["Content-Length": "7"])
      try exchange.receive(Data("arrived".utf8))
      hasPassedAll.change { $0 = true }
      await waitForCancellation()
    }

    func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
      await hasPassedAll.wait(for: "the last byte") { $0 }
    }
  }

  @Test func `keeps a complete body if its transport does not return`() async throws {
    let transport = Unending()
    let request = try #require(URL(string: "http://host/file")).with { $0.idleClock = transport }
    #expect(try await transport.publishedTask(for: request, decoding: .string).result().get() == "arrived")
  }

  @Test func `does not wait for the body of a redirect`() async throws {
    let request = try #require(URL(string: "http://host/file")).with { $0.idleTimeout = .seconds(1_000_000) }
    let transport = FunctionTransport { exchange in
      let isTarget = exchange.request.url?.path() == "/target"
      try exchange.receive(status: isTarget ? 200 : 302, fields: isTarget ? [:] : ["Location": "/target"])
      try exchange.receive(Data("arrived".utf8))
      if !isTarget { await waitForCancellation() }
    }
    #expect(try await transport.publishedTask(for: request, decoding: .string).result().get() == "arrived")
  }

  @Test func `a second response fails, and its body is not appended to the first`() async throws {
    let url = try #require(URL(string: "http://host/file"))
    let transport = FunctionTransport { exchange in
      for _ in 1...2 {
        try exchange.receive(status: 200, fields: ["Content-Length": "2"])
        try exchange.receive(Data("a".utf8))
      }
    }
    let error = await transport.publishedTask(for: url).failure()
    #expect(error?.reason == .invalidResponse("it has a second header section"))
  }

  @Test(arguments: [false, true])
  func `a transport can fail with its own error`(sendsBeginning: Bool) async throws {
    let request = try #require(URL(string: "http://host/file")).with { $0.retryPolicy = RetryPolicy(attempts: 2) }
    let reason = TransferError.Reason.invalidSetting("the transport is closed")
    let transport = FunctionTransport { exchange in
      if sendsBeginning {
        try exchange.receive(status: 200)
        try exchange.receive(Data("a".utf8))
      }
      throw TransferError(reason)
    }
    let error = await transport.publishedTask(for: request).failure()
    #expect(error?.reason == reason)
    #expect(error?.url == request.urlRequest.url)
  }
}
