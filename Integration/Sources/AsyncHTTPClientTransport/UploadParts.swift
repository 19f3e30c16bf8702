import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFileSystem
import NIOFoundationEssentialsCompat

/// The body of an upload in parts, which are made as the connection takes them.
struct UploadParts: AsyncSequence, Sendable {
  /// The part from a byte on; an empty one is the end.
  let part: @Sendable (_ offset: Int64) async throws -> ByteBuffer

  /// Told how much of the body has been taken.
  let sent: @Sendable (Int64) -> Void

  static let byteCount = 64 << 10

  func makeAsyncIterator() -> Iterator { Iterator(parts: self) }

  struct Iterator: AsyncIteratorProtocol {
    let parts: UploadParts
    private var offset: Int64 = 0

    init(parts: UploadParts) {
      self.parts = parts
    }

    mutating func next() async throws -> ByteBuffer? {
      let part = try await parts.part(offset)
      guard part.readableBytes > 0 else { return nil }
      offset += Int64(part.readableBytes)
      parts.sent(offset)
      return part
    }
  }
}

extension Data {
  /// The bytes as the body of a request.
  func body(sent: @escaping @Sendable (Int64) -> Void) -> HTTPClientRequest.Body {
    let parts = UploadParts(
      part: { offset in ByteBuffer(data: dropFirst(Int(offset)).prefix(UploadParts.byteCount)) }, sent: sent)
    return .stream(parts, length: .known(Int64(count)))
  }
}

extension URL {
  /// Calls a function with a file as the body of a request. It is read by threads of NIO's that may block.
  func withBody(
    sent: @escaping @Sendable (Int64) -> Void, _ send: (HTTPClientRequest.Body) async throws -> Void
  ) async throws {
    try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(path)) { file in
      let parts = UploadParts(
        part: { offset in
          try await file.readChunk(fromAbsoluteOffset: offset, length: .bytes(Int64(UploadParts.byteCount)))
        }, sent: sent)
      try await send(.stream(parts, length: .known(try await file.info().size)))
    }
  }
}
