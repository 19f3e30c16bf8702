import Foundation

/// A connection of the server, used by one thread.
struct FileConnection {
  private let descriptor: CInt

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    var on: CInt = 1
    // Otherwise the end of each answer waits for the client's acknowledgement of what came before.
    unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  /// Waits for a request; nil when the client has closed. The clients that are measured send one at a time.
  func nextRequest() -> FileRequest? {
    var head: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
      let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      head += buffer[..<count]
    }
    return FileRequest(String(decoding: head, as: UTF8.self))
  }

  /// Returns false when the client has closed.
  func send(_ text: String) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.send(descriptor, $0.baseAddress, $0.count, moreFollows)
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Returns false when the client has closed.
  func send(_ part: Range<Int64>, of file: CInt) -> Bool {
    var offset = part.lowerBound
    while offset < part.upperBound {
      let count = sendFile(file, to: descriptor, from: offset, count: Int(part.upperBound - offset))
      guard count > 0 else { return false }
      offset += Int64(count)
    }
    return true
  }
}
