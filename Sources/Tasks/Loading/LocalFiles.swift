import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Local files as a server that has no ranges, for addresses that are files, where a request allows them.
struct LocalFiles: Transport {
  /// How much is read at a time, in bytes.
  private static let partByteCount = 1 << 18

  func perform(_ exchange: Exchange) async throws {
    guard let url = exchange.request.url, url.isFileURL,
      ["GET", "HEAD"].contains(exchange.request.httpMethod ?? "GET")
    else { throw URLError(.unsupportedURL) }
    let file = try await FileQueue.shared.run { Result { () throws(FileError) in try FileReader(url) } }.get()
    try exchange.receive(response(url, file.expectedBytes))
    guard exchange.request.httpMethod != "HEAD" else { return }
    var reader = file
    while true {
      try Task.checkCancellation()
      let current = reader
      let (rest, part) = await FileQueue.shared.run {
        var reader = current
        let part = Result { () throws(FileError) in try reader.chunk(of: Self.partByteCount) }
        return (reader, part)
      }
      reader = rest
      guard let part = try part.get() else { return }
      try exchange.receive(part)
      await exchange.waitForRoom()
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
