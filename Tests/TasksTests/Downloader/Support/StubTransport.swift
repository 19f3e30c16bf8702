import TestSupport
import Testing
import TidingsTasks

/// A transport that responds from memory, controlled by a test. Files are named by the last component of their URL.
///
/// It supports ranges and sends a validator, so that stopped downloads resume from the bytes on disk. Like some
/// servers, it does not send `Accept-Ranges`.
final class StubTransport: Transport {
  let body: Data
  private let answersByItself: Bool
  private let events = EventState(State())

  private struct State: Sendable {
    /// The running exchanges. A cancelled one may still be ending when the next one of the same name begins.
    var current: [String: (number: Int, commands: AsyncStream<Command>.Continuation)] = [:]
    var maximum = 0
    var started: [String] = []
    var offsets: [Int64] = []
    var priorities: [TransferPriority] = []
    var heldUp: [String: [Command]] = [:]
    var finishesAll = false
  }

  enum Command: Sendable {
    /// Sends the head, and this many bytes.
    case send(Int)
    case finish
    case fail
  }

  /// - Parameter answersByItself: Whether it sends complete bodies without commands, piece by piece.
  init(byteCount: Int = 1_000, answersByItself: Bool = false) {
    self.answersByItself = answersByItself
    body = Data((0..<byteCount).map { UInt8(truncatingIfNeeded: $0 &* 7) })
  }

  func request(_ name: String) -> URLRequest { URLRequest(url: URL(string: "http://stub.test/\(name)")!) }

  var current: Set<String> { Set(events.state.current.keys) }

  var maximum: Int { events.state.maximum }

  var started: [String] { events.state.started }

  /// The first requested bytes in the same order.
  var offsets: [Int64] { events.state.offsets }

  /// The priorities in the same order.
  var priorities: [TransferPriority] { events.state.priorities }

  /// Returns when exactly these exchanges are running.
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

  /// Sends a command to an exchange, or to the next one of this name when it begins.
  func tell(_ name: String, _ commands: Command...) {
    events.change { state in
      if let exchange = state.current[name] {
        for command in commands { exchange.commands.yield(command) }
      } else {
        state.heldUp[name, default: []] += commands
      }
    }
  }

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
      state.priorities.append(exchange.priority)
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
