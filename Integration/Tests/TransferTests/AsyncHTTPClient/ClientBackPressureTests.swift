import AsyncHTTPClientTransport
import Foundation
import Testing
import Tidings
import TidingsCore

/// A connection slows down a server that is faster than the consumer.
@Suite(.timeLimit(.minutes(10)))
struct ClientBackPressureTests {
  private static let pieces = 64

  /// How much has been sent and not been taken, in pieces of 1 MiB.
  private static let ahead = Locked((sent: 0, taken: 0, most: 0))

  /// Stands for a slow disk: it is called where a file is written, and takes its time.
  private struct SlowHash: IncrementalHash {
    private var hash = FNV1a()
    private var byteCount = 0

    mutating func update(data: Data) {
      hash.update(data: data)
      byteCount += data.count
      let taken = byteCount >> 20
      ahead.withLock { ahead in
        ahead.taken = taken
        ahead.most = max(ahead.most, ahead.sent - taken)
      }
    }

    func finalize() -> [UInt8] { hash.finalize() }
  }

  @Test func `keeps no more in memory than it may`() async throws {
    let piece = ServedFile(byteCount: 1 << 20).bytes
    let server = try LoopbackServer { connection in
      connection.send(status: "200 OK", headers: ["Content-Length: \(Self.pieces << 20)"])
      for _ in 0..<Self.pieces where connection.send(piece) { Self.ahead.withLock { $0.sent += 1 } }
    }
    let folder = ScratchFolder()
    var whole = FNV1a()
    for _ in 0..<Self.pieces { whole.update(data: piece) }
    var transfer = TransferRequest(server.request())
    transfer.expectedDigest = ExpectedDigest(SlowHash.self, bytes: whole.finalize())
    _ = try await AsyncHTTPClientTransport().publishedTask(downloading: transfer, to: folder.file()).result().get()
    let ahead = Self.ahead.withLock { $0 }
    #expect(ahead.taken == Self.pieces)
    // 8 MiB wait to be written; the system's buffers of both sockets have some more.
    #expect(ahead.most < Self.pieces / 2)
  }
}
