import Foundation
import TestSupport
import Testing
import Tidings

extension NginxTests {
  /// Downloads whose process is killed with SIGKILL, which leaves it no time for anything.
  @Suite(.serialized, .timeLimit(.minutes(10)))
  struct Killed {
    /// Where a run is killed.
    struct Point: Sendable, CustomTestStringConvertible {
      var byteCount: Int
      var isSlow: Bool
      var seed: UInt64

      var testDescription: String { "at byte \(byteCount) of a \(isSlow ? "slow" : "fast") answer, seed \(seed)" }

      /// Twenty points: one by chance in each part of a file, the last byte, and the time after it.
      static let all: [Point] = {
        var random = SplitMix64(seed: seed)
        return (0..<20).map { index in
          let isSlow = index % 4 == 3
          let count = (isSlow ? slowBytes : fastBytes).count
          let byteCount =
            index < 18 ? Int.random(in: count * index / 18..<count * (index + 1) / 18, using: &random) : count
          return Point(byteCount: byteCount, isSlow: isSlow, seed: seed)
        }
      }()

      private static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["TIDINGS_SEED"].flatMap { UInt64($0) }
        let seed = given ?? .random(in: 0..<1_000_000)
        print("Points to kill at: seed \(seed) (TIDINGS_SEED sets it)")
        return seed
      }()
    }

    private static let fastBytes = ServedFile(seed: 3, byteCount: 24_000_000).bytes
    private static let slowBytes = ServedFile(seed: 4, byteCount: 3_000_000).bytes

    @Test(arguments: Point.all)
    func `a download resumes where its process was killed`(point: Point) async throws {
      let bytes = point.isSlow ? Self.slowBytes : Self.fastBytes
      let download = try await KilledDownload(of: bytes, isSlow: point.isSlow)
      try await download.killRun(1, at: point.byteCount)
      try download.expectNothingOrWhole()
      let partial = download.partialByteCount
      let resumable = try await download.resumableByteCount()
      let next = try await download.nextRange()
      // At most half of the bytes are lost, or the first 64 KiB, and then the part that ends beyond, of up to 256 KiB.
      if !download.isFinished { #expect(resumable >= ((partial ?? 0) - 320 << 10) / 2) }
      print("Killed \(point.testDescription): \(partial.map { "\($0) bytes are there" } ?? "nothing is there")")
      try await download.finishRun(2)
      let first = try #require(await download.server.served(download.target(2), atLeast: 1).first)
      #expect(first.range == next)
      #expect(first.status == 206)
      #expect((first.ifRange != nil) == (resumable > 0))
    }

    @Test func `a download comes to its end however often it is killed`() async throws {
      let download = try await KilledDownload(of: Self.fastBytes)
      for run in 1...20 {
        try await download.killRun(run, at: Self.fastBytes.count * run / 21)
        try download.expectNothingOrWhole()
        guard !download.isFinished else { break }
      }
      let next = try await download.nextRange()
      try await download.finishRun(21)
      let first = try #require(await download.server.served(download.target(21), atLeast: 1).first)
      #expect(first.range == next)
      #expect(first.status == 206)
    }

    @Test func `a file that is replaced on the server is downloaded again`() async throws {
      let download = try await KilledDownload(of: Self.slowBytes, isSlow: true)
      try await download.killRun(1, at: 1_500_000)
      let next = try await download.nextRange()
      #expect(download.partialByteCount ?? 0 >= 1_500_000)
      let replacement = ServedFile(seed: 5, byteCount: 3_000_000).bytes
      try download.server.serve(replacement, as: "file", version: 2)
      try await download.finishRun(2, as: replacement)
      let first = try #require(await download.server.served(download.target(2), atLeast: 1).first)
      #expect(first.range == next)
      #expect(first.status == 200)
    }
  }
}
