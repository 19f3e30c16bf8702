import AsyncHTTPClient
import Foundation
import NIOCore
import NIOFileSystem
import NIOFoundationEssentialsCompat
import NIOPosix
import Tidings

/// The body of an upload in parts, which are read when the connection takes them.
struct UploadParts: AsyncSequence, Sendable {
  /// Returns the part from a byte on, which is empty at the end.
  let part: @Sendable (_ offset: Int64) async throws -> ByteBuffer

  /// Called with the number of bytes that the connection has taken.
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
      // The client requests a part after it has sent the one before.
      if offset > 0 { parts.sent(offset) }
      let part = try await parts.part(offset)
      offset += Int64(part.readableBytes)
      return part.readableBytes > 0 ? part : nil
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

extension InputStream {
  /// The bytes as the body of a request of unknown length. They are read by threads of NIO that may block.
  func body(sent: @escaping @Sendable (Int64) -> Void) -> HTTPClientRequest.Body {
    // Invariant behind `unsafe`: the client takes one part after the other, and no other code uses the stream.
    nonisolated(unsafe) let stream = self
    unsafe stream.open()
    let parts = UploadParts(
      part: { _ in try await NIOThreadPool.singleton.runIfActive { try unsafe stream.nextPart() } }, sent: sent)
    return .stream(parts, length: .unknown)
  }

  private func nextPart() throws -> ByteBuffer {
    var bytes = [UInt8](repeating: 0, count: UploadParts.byteCount)
    let count = unsafe read(&bytes, maxLength: bytes.count)
    guard count >= 0 else { throw streamError ?? URLError(.requestBodyStreamExhausted) }
    return ByteBuffer(bytes: bytes.prefix(count))
  }
}

extension URL {
  /// Calls a function with a file as the body of a request. It is read by threads of NIO that may block.
  func withBody(
    sent: @escaping @Sendable (Int64) -> Void, _ send: (HTTPClientRequest.Body) async throws -> Void
  ) async throws {
    do {
      try await FileSystem.shared.withFileHandle(forReadingAt: FilePath(path)) { file in
        let parts = UploadParts(
          part: { offset in
            try await file.readChunk(fromAbsoluteOffset: offset, length: .bytes(Int64(UploadParts.byteCount)))
          }, sent: sent)
        try await send(.stream(parts, length: .known(try await file.info().size)))
      }
    } catch let error as FileSystemError {
      throw TransferError(.sourceNotReadable(self), underlying: error)
    }
  }
}
