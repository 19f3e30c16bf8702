import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A transport for file URLs, which are allowed where a request says so. It ignores ranges.
struct FileURLTransport: Transport {
  /// The number of bytes to read at a time.
  private static let partByteCount = 1 << 18

  func perform(_ exchange: HTTPExchange) async throws {
    guard let url = exchange.request.url, url.isFileURL,
      ["GET", "HEAD"].contains(exchange.request.httpMethod ?? "GET")
    else { throw URLError(.unsupportedURL) }
    try await withTaskExecutorPreference(FileExecutor.shared) {
      var reader = try FileReader(url)
      try exchange.receive(response(url, reader.expectedBytes))
      guard exchange.request.httpMethod != "HEAD" else { return }
      while let part = try reader.chunk(of: Self.partByteCount) {
        try exchange.receive(part)
        await exchange.waitForRoom()
        try Task.checkCancellation()
      }
    }
  }

  private func response(_ url: URL, _ byteCount: Int64?) throws -> HTTPURLResponse {
    let fields = byteCount.map { ["Content-Length": String($0)] }
    guard let response = HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: fields) else {
      throw URLError(.badServerResponse)
    }
    return response
  }
}
