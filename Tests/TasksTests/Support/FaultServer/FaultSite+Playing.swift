extension FaultSite {
  /// Sends an answer as it is written, and returns whether the connection may serve another request.
  func play(_ answer: ServerAnswer, to request: ServerRequest, on socket: ServerSocket) -> Bool {
    var incident = answer.incident
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
    guard socket.send(answer.head) else { return false }
    let hasBody = request.method != "HEAD" && ServerAnswer.hasBody(answer.status) && answer.rawHead == nil
    var offset: Int64 = 0
    let count = answer.body.byteCount
    while hasBody, offset < count {
      if let met = incident, met.offset == offset {
        guard goOn(after: met.kind, of: request, on: socket) else { return false }
        incident = nil
      }
      let end = min(count, incident?.offset ?? count, offset + Int64(answer.pieceByteCount))
      guard socket.send(answer.framed(answer.body.bytes(offset..<end))) else { return false }
      offset = end
    }
    if hasBody, answer.framing == .chunked {
      guard socket.send(Data("0\r\n\r\n".utf8)) else { return false }
    }
    return answer.keepsConnection && answer.framing != .untilClose
  }

  private func goOn(
    after incident: ServerAnswer.Incident.Kind, of request: ServerRequest, on socket: ServerSocket
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

extension ServerAnswer {
  fileprivate func framed(_ piece: Data) -> Data {
    guard framing == .chunked else { return piece }
    return Data("\(String(piece.count, radix: 16))\r\n".utf8) + piece + Data("\r\n".utf8)
  }
}
