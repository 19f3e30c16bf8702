import Foundation
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Chore {
  /// A way to download one file.
  typealias Way = @Sendable (_ url: URL, _ target: URL) async throws -> Void

  /// Downloads one file, or several at the same time out of many. Returns the duration in seconds.
  func download(_ way: @escaping Way, atOnce: Int = manyAtOnce) async throws -> Double {
    let (url, target) = (URL(string: address)!, URL(filePath: destination))
    return try await seconds {
      guard count > 1 else { return try await way(url, target) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          if number >= atOnce { try await group.next() }
          group.addTask { try await way(url.appending(path: "\(number)"), target.appending(path: "\(number)")) }
        }
        try await group.waitForAll()
      }
    }
  }

  func byDownloadTask() -> Way {
    let session = URLSession(configuration: .uncached)
    return { url, target in
      try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
        session.downloadTask(with: url) { file, _, error in
          end.resume(
            with: Result {
              guard let file else { throw error ?? Failure("neither file nor error") }
              try FileManager.default.moveItem(at: file, to: target)
            })
        }.resume()
      }
    }
  }

  func byPublishedTask() throws -> Way {
    let session = URLSession(configuration: .uncached)
    let digest = try expectedDigest()
    return { url, target in
      var request = TransferRequest(url)
      request.expectedDigest = digest
      _ = try await session.publishedTask(downloading: request, to: target).value
    }
  }

  /// All files are requested immediately; the downloader downloads eight at the same time.
  func byDownloader() -> Way {
    let session = URLSession(configuration: .uncached)
    let downloader = Downloader(transport: session, maximumConcurrentDownloads: manyAtOnce)
    return { url, target in
      _ = try await downloader.publishedTask(downloading: URLRequest(url: url), to: target).value
    }
  }

  private func expectedDigest() throws -> ExpectedDigest? {
    guard let hash else { return nil }
    guard hash == .byteSum else { return ExpectedDigest(SlowHash.self, bytes: SlowHash.digest(of: Int(byteCount))) }
    var sum = ByteSum()
    let handle = try FileHandle(forReadingFrom: file)
    var rest = Int(byteCount)
    while rest > 0, let data = try handle.read(upToCount: min(rest, 1 << 18)), !data.isEmpty {
      sum.update(data: data)
      rest -= data.count
    }
    return ExpectedDigest(ByteSum.self, bytes: sum.finalize())
  }
}

private let manyAtOnce = 8

/// Returns the duration of a function, in seconds.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}

extension URLSessionConfiguration {
  /// The default configuration without a cache, which could respond instead of the server.
  fileprivate static var uncached: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = nil
    return configuration
  }
}
