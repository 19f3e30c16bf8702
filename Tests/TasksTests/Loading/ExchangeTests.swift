import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// The behaviour of an exchange towards its transport.
@Suite(.timeLimit(.minutes(10)))
struct ExchangeTests {
  /// Passes more bytes than allowed, and waits for room after the cancellation.
  private struct Flood: Transport {
    let isLetGo = EventState(false)

    func perform(_ exchange: HTTPExchange) async throws {
      try exchange.receive(status: 200)
      try exchange.receive(Data(count: 9 << 20))
      await waitForCancellation()
      await exchange.waitForRoom()
      isLetGo.change { $0 = true }
      try Task.checkCancellation()
    }
  }

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
    let flood = Flood()
    var transfer = try TransferRequest(#require(URL(string: "http://host/file")))
    transfer.expectedDigest = ExpectedDigest(StuckHash.self, bytes: [])
    let recording = Recording(flood.publishedTask(downloading: transfer, to: folder.file()))
    await StuckHash.isStuck.wait(for: "the hash to stand still") { $0 }
    recording.invalidate()
    await flood.isLetGo.wait(for: "the transport to be let go") { $0 }
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
    let recording = Recording(Drip(byteCount: 1).publishedTask(downloading: transfer, to: folder.file()))
    await clock.isCancelled.wait(for: "the end of the measurement") { $0 }
    SlowHash.mayGoOn.signal()
    #expect(try await recording.result.get().byteCount == 1)
  }

  /// Passes a body byte by byte.
  private struct Drip: Transport {
    let byteCount: Int
    let isHandedOver = DispatchSemaphore(value: 0)

    func perform(_ exchange: HTTPExchange) async throws {
      try exchange.receive(status: 200)
      for index in 0..<byteCount { try exchange.receive(Data([UInt8(truncatingIfNeeded: index)])) }
      isHandedOver.signal()
    }
  }

  /// Records the pieces. The first one waits until all bytes have been passed.
  private struct CountingHash: IncrementalHash {
    static let drip = Drip(byteCount: 200_000)
    static let pieces = Locked<[Data]>([])

    mutating func update(data: Data) {
      if Self.pieces.withLock({ $0.isEmpty }) { Self.drip.isHandedOver.wait() }
      Self.pieces.withLock { $0.append(data) }
    }

    func finalize() -> [UInt8] { [] }
  }

  @Test func `a body of single bytes is processed in few pieces after a wait`() async throws {
    let folder = ScratchFolder()
    var transfer = try TransferRequest(#require(URL(string: "http://host/file")))
    transfer.expectedDigest = ExpectedDigest(CountingHash.self, bytes: [])
    let file = folder.file()
    _ = try await CountingHash.drip.publishedTask(downloading: transfer, to: file).result().get()
    // Removed from the static variable, because the leak sanitizer would report them.
    let pieces = CountingHash.pieces.withLock { pieces in
      defer { pieces = [] }
      return pieces
    }
    #expect(pieces.count < 100)
    let body = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(Data(pieces.joined()) == body)
    #expect(try Data(contentsOf: file) == body)
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
    var request = try TransferRequest(#require(URL(string: "http://host/file")))
    request.idleClock = transport
    #expect(try await transport.publishedTask(for: request, decoding: .string).result().get() == "arrived")
  }

  /// Redirects with a body that does not end.
  private struct EndlessRedirect: Transport {
    func perform(_ exchange: HTTPExchange) async throws {
      let isTarget = exchange.request.url?.path() == "/target"
      try exchange.receive(status: isTarget ? 200 : 302, fields: isTarget ? [:] : ["Location": "/target"])
      try exchange.receive(Data("arrived".utf8))
      if isTarget { return }
      await waitForCancellation()
    }
  }

  @Test func `does not wait for the body of a redirect`() async throws {
    var request = try TransferRequest(#require(URL(string: "http://host/file")))
    request.idleTimeout = .seconds(1_000_000)
    let task = EndlessRedirect().publishedTask(for: request, decoding: .string)
    #expect(try await task.value == "arrived")
  }

  /// Fails with its own error.
  private struct Failing: Transport {
    let error: (any Error)?
    var sendsBeginning = false

    func perform(_ exchange: HTTPExchange) async throws {
      if sendsBeginning {
        try exchange.receive(status: 200)
        try exchange.receive(Data("a".utf8))
      }
      if let error { throw error }
      for _ in 1...2 {
        try exchange.receive(status: 200, fields: ["Content-Length": "2"])
        try exchange.receive(Data("a".utf8))
      }
    }
  }

  @Test func `a second response fails, and its body is not appended to the first`() async throws {
    let url = try #require(URL(string: "http://host/file"))
    let error = await Failing(error: nil).publishedTask(for: url).failure()
    #expect(error?.reason == .invalidResponse("it has a second header section"))
  }

  @Test(arguments: [false, true])
  func `a transport can fail with its own error`(sendsBeginning: Bool) async throws {
    var request = try TransferRequest(#require(URL(string: "http://host/file")))
    request.retryPolicy = RetryPolicy(attempts: 2)
    let reason = TransferError.Reason.invalidSetting("the transport is closed")
    let transport = Failing(error: TransferError(reason), sendsBeginning: sendsBeginning)
    let error = await transport.publishedTask(for: request).failure()
    #expect(error?.reason == reason)
    #expect(error?.url == request.urlRequest.url)
  }
}
