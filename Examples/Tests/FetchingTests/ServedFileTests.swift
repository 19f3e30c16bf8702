import Fetching
import FlyingFox
import Foundation
import Synchronization
import Testing

struct ServedFileTests {
  private let file = GeneratedFile(name: "served", byteCount: 1000)

  private let clock = SkippingClock()

  private func response(_ fields: [HTTPHeader: String] = [:], bytesPerSecond: Int = 1 << 20) -> HTTPResponse {
    let request = HTTPRequest(
      method: .GET, version: .http11, path: "/served", query: [], headers: fields, body: Data())
    return ServedFile(file, bytesPerSecond: bytesPerSecond, clock: clock).response(to: request)
  }

  @Test(arguments: [
    ("bytes=0-99", 0..<100), ("bytes=100-199", 100..<200), ("bytes=999-999", 999..<1000), ("bytes=900-", 900..<1000),
    ("bytes=0-8388607", 0..<1000),
  ])
  func `sends the requested range`(asked: String, range: Range<Int>) async throws {
    let response = response([.range: asked])
    #expect(response.statusCode == .partialContent)
    #expect(response.headers[.contentRange] == "bytes \(range.lowerBound)-\(range.upperBound - 1)/1000")
    #expect(try await response.bodyData == Data(file.bytes[range]))
  }

  @Test(arguments: [nil, "bytes=-5", "bytes=0-1,3-4", "bytes=5-4", "bytes=99999999999999999999-", "lines=1-2"])
  func `sends the whole file for other ranges`(asked: String?) async throws {
    let response = response(asked.map { [.range: $0] } ?? [:])
    #expect(response.statusCode == .ok)
    #expect(response.headers[.contentRange] == nil)
    #expect(try await response.bodyData == Data(file.bytes))
  }

  @Test func `refuses a range behind its end`() {
    let response = response([.range: "bytes=1000-"])
    #expect(response.statusCode == .rangeNotSatisfiable)
    #expect(response.headers[.contentRange] == "bytes */1000")
  }

  @Test func `sends a range only to a client with the same version`() throws {
    let tag = try #require(response().headers[.eTag])
    let same = response([.range: "bytes=1-", HTTPHeader("If-Range"): tag])
    let other = response([.range: "bytes=1-", HTTPHeader("If-Range"): "\"other\""])
    #expect(same.statusCode == .partialContent)
    #expect(other.statusCode == .ok)
  }

  @Test func `is not sent faster than the limit`() async throws {
    _ = try await response(bytesPerSecond: 5000).bodyData
    #expect(clock.now.offset == .milliseconds(200))
  }
}

/// A clock on which each sleep takes no real time.
private final class SkippingClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Duration.zero

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (one: Self, other: Self) -> Bool { one.offset < other.offset }
  }

  private let time = Mutex(Instant())

  var now: Instant { time.withLock { $0 } }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    time.withLock { $0 = deadline }
  }
}
