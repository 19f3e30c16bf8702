import Foundation

/// A connection of the server, which one thread uses.
struct FileConnection {
  private let descriptor: CInt

  init(_ descriptor: CInt) {
    self.descriptor = descriptor
    var on: CInt = 1
    // Without this option, the end of each response waits until the client acknowledges the previous packets.
    unsafe setsockopt(descriptor, CInt(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<CInt>.size))
  }

  func close() {
    _ = Foundation.close(descriptor)
  }

  /// Waits for a request. Returns nil if the client has closed the connection.
  ///
  /// The measured clients send one request at a time.
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

  /// Sends the head of a response. Returns false if the client has closed the connection.
  func send(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    return unsafe Foundation.send(descriptor, bytes, bytes.count, moreFollows) == bytes.count
  }

  /// Sends a part of the file. Returns false if the client has closed the connection.
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

/// The parts of a request that the server evaluates.
struct FileRequest {
  let hasRanges: Bool
  let byteCount: Int64
  var firstByte: Int64?
  var lastByte: Int64?

  init?(_ head: String) {
    let lines = head.split(separator: "\r\n")
    guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
    let path = words[1].split(separator: "/")
    guard path.count > 1, let byteCount = Int64(path[1]) else { return nil }
    hasRanges = path[0] == "ranges"
    self.byteCount = byteCount
    guard let range = lines.first(where: { $0.lowercased().hasPrefix("range: bytes=") }) else { return }
    let bounds = range.dropFirst("range: bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    firstByte = bounds.first.flatMap { Int64($0) }
    lastByte = bounds.last.flatMap { Int64($0) }
  }
}

#if canImport(Darwin)
  let streamType = SOCK_STREAM
  private let moreFollows: CInt = 0

  /// Sends bytes of a file, and returns the number of sent bytes.
  private func sendFile(_ file: CInt, to socket: CInt, from offset: Int64, count: Int) -> Int {
    var sent = off_t(count)
    let status = unsafe sendfile(file, socket, off_t(offset), &sent, nil, 0)
    return status == 0 || sent > 0 ? Int(sent) : -1
  }
#else
  let streamType = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

  /// A flag of `send(2)`, which sends the head of a response in one packet with the first bytes of the file.
  private let moreFollows = CInt(MSG_MORE)

  /// Sends bytes of a file, and returns the number of sent bytes.
  private func sendFile(_ file: CInt, to socket: CInt, from offset: Int64, count: Int) -> Int {
    var offset = off_t(offset)
    return unsafe sendfile(socket, file, &offset, count)
  }
#endif
