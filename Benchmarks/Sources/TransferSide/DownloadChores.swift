import Foundation
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Chore {
  /// How one file is downloaded.
  typealias Way = @Sendable (_ url: URL, _ target: URL) async throws -> Void

  func byDownloadTask() -> Way {
    let session = URLSession(configuration: .uncached)
    return { url, target in
      try await withCheckedThrowingContinuation { (end: CheckedContinuation<Void, any Error>) in
        session.downloadTask(with: url) { file, _, error in
          end.resume(
            with: Result {
              guard let file else { throw error ?? ChoreFailure(description: "neither file nor error") }
              try FileManager.default.moveItem(at: file, to: target)
            })
        }.resume()
      }
    }
  }

  func byPublishedTask() throws -> Way {
    let session = URLSession(configuration: .uncached)
    let digest = try expectedDigest()
    return { [segments] url, target in
      var request = TransferRequest(url)
      request.segments = segments
      request.expectedDigest = digest
      _ = try await session.publishedTask(downloading: request, to: target).value
    }
  }

  /// All are asked for at once; the downloader has eight of them running.
  func byDownloader() -> Way {
    let session = URLSession(configuration: .uncached)
    let downloader = Downloader(transport: session, maximumConcurrentDownloads: Self.manyAtOnce)
    return { url, target in
      _ = try await downloader.publishedTask(downloading: URLRequest(url: url), to: target).value
    }
  }

  func downloadOne(_ way: Way) async throws -> Double {
    try await seconds { try await way(url, URL(filePath: destination)) }
  }

  static let manyAtOnce = 8

  func downloadMany(_ way: @escaping Way, atOnce: Int = Self.manyAtOnce) async throws -> Double {
    let folder = URL(filePath: destination, directoryHint: .isDirectory)
    let url = url
    return try await seconds {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<count {
          if number >= atOnce { try await group.next() }
          group.addTask { try await way(url.appending(path: "\(number)"), folder.appending(path: "\(number)")) }
        }
        try await group.waitForAll()
      }
    }
  }

  func downloadByBareDelegate() async throws -> Double {
    let queue = OperationQueue()
    queue.maxConcurrentOperationCount = 1
    return try await seconds {
      try await withCheckedThrowingContinuation { end in
        let delegate = BareDelegate(writingTo: destination, end: end)
        let session = URLSession(configuration: .uncached, delegate: delegate, delegateQueue: queue)
        session.dataTask(with: url).resume()
        session.finishTasksAndInvalidate()
      }
    }
  }

  private var url: URL { URL(string: address)! }

  private func expectedDigest() throws -> ExpectedDigest? {
    switch hash {
    case nil: nil
    case .byteSum: ExpectedDigest(ByteSum.self, bytes: try digestOfSource(ByteSum()))
    case .fnv1a: ExpectedDigest(FNV1a.self, bytes: try digestOfSource(FNV1a()))
    case .slow: ExpectedDigest(SlowHash.self, bytes: SlowHash.digest(of: Int(byteCount)))
    }
  }

  private func digestOfSource<Hash: IncrementalHash>(_ empty: Hash) throws -> Hash.Digest {
    var hash = empty
    let file = try FileHandle(forReadingFrom: URL(filePath: source))
    var rest = Int(byteCount)
    while rest > 0, let data = try file.read(upToCount: min(rest, 1 << 18)), !data.isEmpty {
      hash.update(data: data)
      rest -= data.count
    }
    return hash.finalize()
  }
}

/// How long something takes, in seconds.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}

extension URLSessionConfiguration {
  /// The default one, without a cache that could answer instead of the server.
  static var uncached: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = nil
    return configuration
  }
}
