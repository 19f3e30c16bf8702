import Foundation
import Testing
import TidingsCore

import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a transport has to do with.
@Suite(.timeLimit(.minutes(10)))
struct ExchangeTests {
  /// Hands over more than may wait, and asks for room when nobody wants more.
  private struct Flood: Transport {
    let isLetGo = AsyncStream.makeStream(of: Void.self)

    func perform(_ exchange: Exchange) async throws {
      let url = try #require(exchange.request.url)
      try exchange.receive(
        #require(HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)))
      try exchange.receive(Data(count: 9 << 20))
      // Ends when this is cancelled.
      let never = AsyncStream.makeStream(of: Void.self)
      for await _ in never.stream {}
      never.continuation.finish()
      await exchange.waitForRoom()
      isLetGo.continuation.yield()
      try Task.checkCancellation()
    }
  }

  /// As slow as a disk that stands still.
  private struct StuckHash: IncrementalHash {
    static let isStuck = AsyncStream.makeStream(of: Void.self)
    static let mayGoOn = DispatchSemaphore(value: 0)

    mutating func update(data: Data) {
      Self.isStuck.continuation.yield()
      Self.mayGoOn.wait()
    }

    func finalize() -> [UInt8] { [] }
  }

  @Test func hasRoomOnceItIsOver() async throws {
    let folder = try ScratchFolder()
    let flood = Flood()
    var transfer = try TransferRequest(#require(URL(string: "http://host/file")))
    transfer.digest = ExpectedDigest(StuckHash.self, bytes: [])
    let recording = Recording(flood.publishedTask(downloading: transfer, to: folder.file()))
    await StuckHash.isStuck.stream.first { true }
    recording.invalidate()
    await flood.isLetGo.stream.first { true }
    StuckHash.mayGoOn.signal()
  }
}
