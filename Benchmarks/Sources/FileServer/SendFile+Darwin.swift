#if canImport(Darwin)
  import Foundation

  let streamType = SOCK_STREAM
  let moreFollows: CInt = 0

  /// Has the system send bytes of a file, and returns how many it has sent.
  func sendFile(_ file: CInt, to socket: CInt, from offset: Int64, count: Int) -> Int {
    var sent = off_t(count)
    let status = unsafe sendfile(file, socket, off_t(offset), &sent, nil, 0)
    return status == 0 || sent > 0 ? Int(sent) : -1
  }
#endif
