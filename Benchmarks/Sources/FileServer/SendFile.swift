#if canImport(Glibc)
  import Foundation

  let streamType = CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue)

  /// Of `send(2)`: the head of an answer goes into one packet with the first bytes of the file.
  let moreFollows = CInt(MSG_MORE)

  /// Has the system send bytes of a file, and returns how many it has sent.
  func sendFile(_ file: CInt, to socket: CInt, from offset: Int64, count: Int) -> Int {
    var offset = off_t(offset)
    return unsafe sendfile(socket, file, &offset, count)
  }
#endif
