extension FaultSite {
  /// Sends a response, and returns whether the connection may serve another request.
  func send(_ response: ServerResponse, to request: ServerRequest, on socket: ServerSocket) -> Bool {
    var incident = response.incident
    switch incident?.kind {
    case .closeBeforeHead: return false
    case .resetBeforeHead:
      socket.resetWhenClosed()
      return false
    case .stallBeforeHead:
      guard stall(socket, at: request.path) else { return false }
      incident = nil
    default: break
    }
    guard socket.send(response.head) else { return false }
    let hasBody = request.method != "HEAD" && ServerResponse.hasBody(response.status) && response.rawHead == nil
    var offset: Int64 = 0
    let count = response.body.byteCount
    while hasBody, offset < count {
      if let due = incident, due.offset == offset {
        guard continues(after: due.kind, of: request, on: socket) else { return false }
        incident = nil
      }
      let end = min(count, incident?.offset ?? count, offset + Int64(response.pieceByteCount))
      guard socket.send(response.framed(response.body.bytes(offset..<end))) else { return false }
      offset = end
    }
    if hasBody, response.framing == .chunked {
      guard socket.send(Data("0\r\n\r\n".utf8)) else { return false }
    }
    return response.keepsConnection && response.framing != .untilClose
  }

  private func continues(
    after incident: ServerResponse.Incident.Kind, of request: ServerRequest, on socket: ServerSocket
  ) -> Bool {
    switch incident {
    case .stall: return stall(socket, at: request.path)
    case .reset: socket.resetWhenClosed()
    case .badChunkSize: _ = socket.send(Data("not a number\r\n".utf8))
    default: break
    }
    return false
  }
}

extension ServerResponse {
  fileprivate func framed(_ piece: Data) -> Data {
    guard framing == .chunked else { return piece }
    return Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
  }
}
