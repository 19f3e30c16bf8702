import TestSupport
import Testing
import TidingsTasks

/// A transport that answers from memory, as a test says: each file by the last component of its address.
///
/// It has ranges and a validator, so that stopped downloads resume from the bytes on disk. Like some servers, it does not
/// announce its ranges with `Accept-Ranges`.
final class StubTransport: Transport {
  let body: Data
  private let answersByItself: Bool
  private let events = EventState(State())

  private struct State: Sendable {
    /// Those that are being performed. A cancelled one may still be ending when the next one of its name begins.
    var current: [String: (number: Int, commands: AsyncStream<Command>.Continuation)] = [:]
    var maximum = 0
    var started: [String] = []
    var offsets: [Int64] = []
    var heldUp: [String: [Command]] = [:]
    var finishesAll = false
  }

  enum Command: Sendable {
    /// Sends the head, and so many bytes.
    case send(Int)
    case finish
    case fail
  }

  /// - Parameter answersByItself: Whether it sends everything by itself, piece by piece.
  init(byteCount: Int = 1_000, answersByItself: Bool = false) {
    self.answersByItself = answersByItself
    body = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  }

  func request(_ name: String) -> URLRequest { URLRequest(url: URL(string: "http://stub.test/\(name)")!) }

  /// The names of the exchanges that are being performed.
  var current: Set<String> { Set(events.state.current.keys) }

  /// The maximum number of simultaneous exchanges.
  var maximum: Int { events.state.maximum }

  /// The names in the order in which exchanges began.
  var started: [String] { events.state.started }

  /// The bytes from which on was asked, likewise.
  var offsets: [Int64] { events.state.offsets }

  /// Returns when these, and no others, are being performed.
  func wait(for names: Set<String>, sourceLocation: SourceLocation = #_sourceLocation) async {
    let what = names.isEmpty ? "the end of every exchange" : "the exchanges \(names.sorted())"
    await wait(for: what, sourceLocation) { Set($0.current.keys) == names }
  }

  func wait(forStarts count: Int, sourceLocation: SourceLocation = #_sourceLocation) async {
    await wait(for: "\(count) starts", sourceLocation) { $0.started.count >= count }
  }

  private func wait(
    for what: String, _ sourceLocation: SourceLocation, until isDue: @escaping @Sendable (State) -> Bool
  ) async {
    await events.wait(
      for: what, showing: { "started \($0.started), performed now: \($0.current.keys.sorted())" },
      sourceLocation: sourceLocation, until: isDue)
  }

  /// Tells an exchange what to do; one that has not begun does it when it begins.
  func tell(_ name: String, _ commands: Command...) {
    events.change { state in
      if let exchange = state.current[name] {
        for command in commands { exchange.commands.yield(command) }
      } else {
        state.heldUp[name, default: []] += commands
      }
    }
  }

  /// Finishes current and future exchanges.
  func finishAll() {
    events.change { state in
      state.finishesAll = true
      for exchange in state.current.values { exchange.commands.yield(.finish) }
    }
  }

  func perform(_ exchange: HTTPExchange) async throws {
    let name = exchange.request.url!.lastPathComponent
    let offset = exchange.request.offset
    let (commands, continuation) = AsyncStream.makeStream(of: Command.self)
    let number = events.change { state in
      state.started.append(name)
      state.offsets.append(Int64(offset))
      state.current[name] = (state.started.count, continuation)
      state.maximum = max(state.maximum, state.current.count)
      for command in state.heldUp.removeValue(forKey: name) ?? [] { continuation.yield(command) }
      if state.finishesAll { continuation.yield(.finish) }
      return state.started.count
    }
    defer { events.change { if $0.current[name]?.number == number { $0.current[name] = nil } } }
    try receiveHead(in: exchange, from: offset)
    if answersByItself { return try await sendEverything(from: offset, to: exchange) }
    var position = offset
    for await command in commands {
      switch command {
      case .send(let count):
        try exchange.receive(body[position..<min(position + count, body.count)])
        position = min(position + count, body.count)
      case .finish:
        try exchange.receive(body[position...])
        return
      case .fail:
        throw URLError(.networkConnectionLost)
      }
    }
    throw CancellationError()
  }

  private func sendEverything(from offset: Int, to exchange: HTTPExchange) async throws {
    for start in stride(from: offset, to: body.count, by: 100) {
      try exchange.receive(body[start..<min(start + 100, body.count)])
      await Task.yield()
      try Task.checkCancellation()
    }
  }

  private func receiveHead(in exchange: HTTPExchange, from offset: Int) throws {
    var fields = ["Content-Length": "\(body.count - offset)", "ETag": "\"stub\""]
    let isPart = exchange.request.value(forHTTPHeaderField: "Range") != nil
    if isPart { fields["Content-Range"] = "bytes \(offset)-\(body.count - 1)/\(body.count)" }
    try exchange.receive(status: isPart ? 206 : 200, fields: fields)
  }
}

extension URLRequest {
  /// For example `bytes=400-8388607`.
  fileprivate var offset: Int {
    let range = value(forHTTPHeaderField: "Range") ?? ""
    return range.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) } ?? 0
  }
}
