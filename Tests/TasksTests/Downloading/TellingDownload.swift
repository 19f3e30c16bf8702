import TidingsCore
import TidingsTasks

/// Calls a function before each request that it sends.
struct TellingTransport: Transport {
  let transport: any Transport
  let tell: @Sendable (CancellationPoint.Moment) -> Void
  private let requests = Attempts()

  init(_ transport: any Transport, _ tell: @escaping @Sendable (CancellationPoint.Moment) -> Void) {
    self.transport = transport
    self.tell = tell
  }

  func prepare(_ request: URLRequest) -> URLRequest { transport.prepare(request) }

  func perform(_ exchange: HTTPExchange) async throws {
    tell(.requests(requests.next()))
    try await transport.perform(exchange)
  }
}

/// Calls a function when it has hashed something, and when it is asked for the digest, which is before a rename.
struct TellingHash: IncrementalHash {
  /// The function of the hashes that are made from now on. A hash is made without parameters, so there is one for all.
  static let tell = Locked<@Sendable (CancellationPoint.Moment) -> Void>({ _ in })

  private var hash = FNV1a()
  private var byteCount = 0
  private let tell = Self.tell.withLock { $0 }

  mutating func update(data: Data) {
    hash.update(data: data)
    let start = byteCount
    byteCount += data.count
    tell(.hasHashed(start..<byteCount))
  }

  func finalize() -> [UInt8] {
    tell(.finishesHash)
    return hash.finalize()
  }
}
