import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One attempt to get what is missing of a file: window by window, where the server has ranges and tells by a strong
/// validator that it is still the same file, otherwise in one stream.
///
/// A window bounds what a server can send before it is asked again: so much is in memory at most while the disk is slow,
/// and so soon a cancelled connection is free.
struct WindowedDownload: Sendable {
  let requester: Requester
  let body: DownloadedBody

  /// What came of asking for a window.
  enum Step: Sendable {
    /// It is there, or a part of it.
    case appended
    /// The whole has come instead.
    case replaced
    case complete
    case askAgainFromStart
    case askForWhole

    /// Where in the file the body of the answer has been written; nil if it has not.
    fileprivate func start(of asked: RangeAsked) -> Int64? {
      switch self {
      case .appended: asked.offset
      case .replaced: 0
      case .complete, .askAgainFromStart, .askForWhole: nil
      }
    }
  }

  /// A server that has another file at each answer is asked for the whole after so many.
  private static let maximumRestarts = 3

  private var transfer: TransferRequest { requester.transfer }

  /// Returns the head of the last answer when everything is there.
  func run() async throws(TransferError) -> HTTPURLResponse {
    do throws(TransferError) {
      return try await attempt()
    } catch {
      let error = error.at(nil, byte: body.byteCount)
      try await requester.backlog.run { [body] () throws(TransferError) in body.dropReplacement() }
      throw error
    }
  }

  private func attempt() async throws(TransferError) -> HTTPURLResponse {
    try await hashWhatIsThere()
    var request = transfer.urlRequest
    var asked = transfer.canAskForRanges ? next() : RangeAsked()
    var restarts = 0
    func startOver() -> RangeAsked {
      restarts += 1
      return restarts > Self.maximumRestarts ? RangeAsked() : first
    }
    while true {
      do throws(TransferError) {
        let (step, outcome) = try await ask(asked, by: request)
        request = outcome.request
        switch step {
        case .replaced, .complete:
          return outcome.response
        case .appended where body.isWhole:
          return outcome.response
        case .appended where body.size == nil:
          // Without a size nobody can tell the last window from one that was cut short.
          asked = RangeAsked()
        case .appended:
          // A whole file is synchronized when it is moved.
          if body.isProgressDue {
            let body = body
            try await requester.backlog.run { () throws(TransferError) in try body.saveProgress() }
          }
          asked = next()
        case .askAgainFromStart:
          asked = startOver()
        case .askForWhole:
          guard asked.isPartial else { throw TransferError(.changedOnServer) }
          asked = RangeAsked()
        }
      } catch {
        // Where redirects have led to is often a signed address, which expires before the last window is there. The
        // first one leads to a fresh one.
        guard request.url != transfer.urlRequest.url, error.mayBeOfItsAddress else { throw error }
        request = transfer.urlRequest
        if asked.isPartial, body.byteCount > asked.offset { asked = next() }
      }
    }
  }

  private var first: RangeAsked { RangeAsked(end: transfer.windowByteCount) }

  /// The window after what is there.
  private func next() -> RangeAsked {
    guard let validator = body.validator, body.byteCount > 0 else { return first }
    // Of a whole file, which has only not been moved yet, the last byte is asked for: is it still the same file?
    let offset = body.isWhole ? body.byteCount - 1 : body.byteCount
    return window(from: offset, validator)
  }

  private func window(from offset: Int64, _ validator: StrongValidator) -> RangeAsked {
    let end = min(offset + transfer.windowByteCount, body.size ?? .max)
    return RangeAsked(offset: offset, end: end, validator: validator, size: body.size)
  }

  /// Asks for some bytes and has them written.
  private func ask(
    _ asked: RangeAsked, by request: URLRequest
  ) async throws(TransferError) -> (Step, Requester.Outcome) {
    let answer = Locked<(step: Step, length: Int64?)>((.askForWhole, nil))
    let outcome: Requester.Outcome
    do throws(TransferError) {
      outcome = try await requester.send(request.asking(for: asked)) { (response) throws(TransferError) in
        let (step, length, use) = try use(of: response, to: asked)
        answer.withLock { $0 = (step, length) }
        return use
      }
    } catch {
      guard case .tooLong = error.reason, let start = answer.withLock({ $0.step.start(of: asked) }) else { throw error }
      // Nobody knows which of its bytes are too many.
      let error = error.at(nil, byte: body.byteCount)
      try await requester.backlog.run { [body] () throws(TransferError) in
        try body.forget(from: start)
      }
      throw error
    }
    let (step, length) = answer.withLock { $0 }
    if let length, outcome.byteCount < length { throw TransferError(.truncated(expectedBytes: length)) }
    return (step, outcome)
  }

  private func use(
    of response: HTTPURLResponse, to asked: RangeAsked
  ) throws(TransferError) -> (Step, length: Int64?, Exchange.BodyUse) {
    let answer = response.rangeAnswer
    let validator = answer.validator
    let isResumable = answer.hasRanges && transfer.canAskForRanges
    func writing(at offset: Int64, length: Int64?, of size: Int64?) throws(TransferError) -> Exchange.BodyUse {
      try transfer.checkType(of: response)
      if offset > 0 { try body.checkSize(size) } else { try transfer.checkSize(size) }
      return .parts(
        begin: { [body] () throws(TransferError) in
          if offset > 0 {
            try body.accept(validator: asked.validator, size: size)
          } else {
            try body.startOver(validator: validator, size: size, isResumable: isResumable)
          }
        }, each: write(from: offset, length: length))
    }
    switch RangeDecision(for: answer, to: asked) {
    case .append(let length, let size):
      return (.appended, length, try writing(at: asked.offset, length: length, of: size))
    case .replace(let size):
      return (.replaced, size, try writing(at: 0, length: size, of: size))
    case .askAgainFromStart: return (.askAgainFromStart, nil, .none)
    case .askForWhole: return (.askForWhole, nil, .none)
    case .complete: return (.complete, nil, .none)
    case .fail(.status(let code)):
      throw response.refusal(code)
    case .fail(.invalidAnswer(let what)):
      throw TransferError(.invalidAnswer(what))
    }
  }

  /// Writes parts one after the other from an offset on.
  private func write(from offset: Int64, length: Int64?) -> @Sendable (Data) throws(TransferError) -> Void {
    let position = Locked(offset)
    let end = length.map { offset + $0 }
    return { [body] (part) throws(TransferError) in
      let start = position.withLock { position in
        defer { position += Int64(part.count) }
        return position
      }
      if let end, start + Int64(part.count) > end { throw TransferError(.tooLong(expectedBytes: end)) }
      try body.write(part, at: start)
    }
  }

  /// Hashes what has not been, block by block, so that a cancellation need not wait.
  private func hashWhatIsThere() async throws(TransferError) {
    let body = body
    while try await requester.backlog.run({ () throws(TransferError) in try body.hashSome() }) {
      guard !Task.isCancelled else { throw .cancelled }
    }
  }
}

extension TransferRequest {
  /// Ranges are of the response to a GET (RFC 9110, 14.2). Another method may do something each time.
  fileprivate var canAskForRanges: Bool { urlRequest.httpMethod ?? "GET" == "GET" }
}

extension TransferError {
  /// Whether the same may be had under another address.
  fileprivate var mayBeOfItsAddress: Bool {
    if case .unacceptableStatus = reason { !isWorthRetrying } else { false }
  }
}

extension URLRequest {
  fileprivate func asking(for asked: RangeAsked) -> URLRequest {
    var request = self
    // The bytes of the file are wanted, not those of a form that the server packs it in.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    for name in ["Range", "If-Range"] { request.setValue(nil, forHTTPHeaderField: name) }
    for (name, value) in asked.fields { request.setValue(value, forHTTPHeaderField: name) }
    return request
  }
}
