import TestSupport
import TidingsCore
import TidingsTasks

/// A point in a download at which it is cancelled, regardless of the timing of threads.
struct CancellationPoint: Sendable, CustomStringConvertible {
  let description: String
  /// The behaviour of a server that stops a download at this point, or nil if the download reports the point.
  var fault: PlannedFault?
  /// Whether a step is this point. Nil if the download is cancelled after the subscription, or stopped by the server.
  var isReached: (@Sendable (Moment) -> Bool)?

  /// A step of a download, which waits for a function that it calls.
  enum Moment: Sendable, Hashable {
    /// The request with this number is about to be sent. Before the first, there is no connection.
    case requests(Int)
    case hasHashed(Range<Int>)
    /// All bytes are written, and the file is not yet moved.
    case finishesHash
    case reports(number: Int, byteCount: Int64)
  }

  static func random(for file: ServedFile, window: Int64, using generator: inout SplitMix64) -> Self {
    let number = Int.random(in: 1...Int((file.byteCount + window - 1) / window), using: &generator)
    let byte = Int.random(in: 0..<Int(file.byteCount), using: &generator)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0: return Self(description: "the start")
    case 1: return Self(description: "request \(number)") { $0 == .requests(number) }
    case 2: return Self(description: "stalled request \(number)", fault: .nth(number, .stallBeforeHead))
    case 3: return Self(description: "sent byte \(byte)", fault: .always(.stall(at: Int64(byte))))
    case 4:
      return Self(description: "written byte \(byte)") { moment in
        if case .hasHashed(let bytes) = moment { bytes.contains(byte) } else { false }
      }
    case 5:
      return Self(description: "the first report") { moment in
        if case .reports(1, _) = moment { true } else { false }
      }
    case 6:
      return Self(description: "the last report") { moment in
        if case .reports(_, file.byteCount) = moment { true } else { false }
      }
    default: return Self(description: "the rename") { $0 == .finishesHash }
    }
  }
}

struct TellingTransport: Transport {
  let transport: any Transport
  let tell: @Sendable (CancellationPoint.Moment) -> Void
  private let requests = Attempts()

  init(_ transport: any Transport, _ tell: @escaping @Sendable (CancellationPoint.Moment) -> Void) {
    self.transport = transport
    self.tell = tell
  }

  var rangeByteCount: Int64? { transport.rangeByteCount }

  func prepare(_ request: URLRequest) -> URLRequest { transport.prepare(request) }

  func perform(_ exchange: HTTPExchange) async throws {
    tell(.requests(requests.next()))
    try await transport.perform(exchange)
  }
}

/// Calls a function after each piece, and when the digest is requested, which is before a rename.
struct TellingHash: IncrementalHash {
  /// The function of all new hashes. It is static, because a hash is created without parameters.
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
