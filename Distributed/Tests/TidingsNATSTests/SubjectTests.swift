import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

struct Order: Codable, Hashable, Sendable {
  var number: Int
}

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct SubjectTests {
  @Test func `orders of another connection arrive in their order`() async throws {
    let server = try await NATSServer()
    let sender = try await NATSConnection(NATSOptions(server.url))
    let receiver = try await NATSConnection(NATSOptions(server.url))
    let source = BroadcastSource<Order>()
    let forwarding = source.forward(to: sender, as: "orders.new") { Issue.record($0) }
    let recorder = receiver.broadcaster(of: Order.self, on: "orders.*").record()
    try await receiver.flush()
    for number in 1...1_000 { source.send(Order(number: number)) }
    let messages = try await recorder.next(1_000, within: .seconds(10)).map { try $0.get() }
    #expect(messages.map(\.value.number) == Array(1...1_000))
    #expect(messages.allSatisfy { $0.subject == "orders.new" })
    withExtendedLifetime(forwarding) {}
  }

  @Test func `bytes and headers arrive unchanged`() async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let recorder = connection.broadcaster(of: Data.self, on: "a.>").record()
    let bytes = Data((0..<100_000).map { UInt8(truncatingIfNeeded: $0) })
    try connection.publish(bytes, to: "a.b.c", headers: ["Kind": "test"])
    try connection.publish(Data(), to: "a.b")
    let messages = try await recorder.next(2, within: .seconds(10)).map { try $0.get() }
    #expect(messages[0].value == bytes && messages[0].subject == "a.b.c")
    #expect(messages[0].headers == ["Kind": ["test"]] && messages[1].headers == [:])
    #expect(messages[1].value.isEmpty)
  }

  @Test func `an array of bytes is sent unchanged in each form`() async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let bytes: [UInt8] = [0, 1, 255]
    let data = connection.broadcaster(of: Data.self, on: "a").record()
    let arrays = connection.broadcaster(of: [UInt8].self, on: "a").record()
    let inferred: Broadcaster<Result<NATSMessage<[UInt8]>, NATSError>> = connection.broadcaster(on: "a")
    let generic = inferred.record()
    let source = BroadcastSource<[UInt8]>()
    let forwarding = source.forward(to: connection, as: "a") { Issue.record($0) }
    try await connection.flush()
    source.send(bytes)
    try connection.publish(bytes, to: "a")
    for _ in 1...2 {
      #expect(try await data.next(within: .seconds(10)).get().value == Data(bytes))
      #expect(try await arrays.next(within: .seconds(10)).get().value == bytes)
      #expect(try await generic.next(within: .seconds(10)).get().value == bytes)
    }
    withExtendedLifetime(forwarding) {}
  }

  @Test func `the values of headers whose keys are equal strings arrive together`() async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let recorder = connection.broadcaster(of: Data.self, on: "a").record()
    try await connection.flush()
    // The keys differ in their bytes. A dictionary of headers to publish cannot have both.
    try await server.receive(
      #"CONNECT {"headers":true,"verbose":false}\r\nHPUB a 27 27\r\nNATS/1.0\r\n\303\251: 1\r\ne\314\201: 2\r\n\r\n\r\nPING\r\n"#
    )
    let message = try await recorder.next(within: .seconds(10)).get()
    #expect(message.headers.mapValues { $0.sorted() } == ["\u{E9}": ["1", "2"]])
  }

  @Test func `one subscriber of a queue group receives each message`() async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let workers = (1...3).map { worker in
      connection.broadcaster(of: Int.self, on: "work", queueGroup: "workers").map { (worker, try? $0.get().value) }
    }
    let recorder = workers.merged().record()
    for number in 1...300 { try connection.publish(number, to: "work") }
    let received = try await recorder.next(300, within: .seconds(10))
    #expect(received.map(\.1).sorted { $0! < $1! } == Array(1...300))
    #expect(Set(received.map(\.0)).count > 1)
  }

  private static let brackets = String(repeating: "[", count: 513)
  private static let undecodable =
    ["garbage", "[1", brackets, "", "nul", "\u{0}"].map { Data($0.utf8) }
    + [.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian].compactMap { brackets.data(using: $0) }

  @Test(arguments: undecodable)
  func `a payload that cannot be decoded is a failure, and others go on`(_ payload: Data) async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let recorder = connection.broadcaster(of: Order.self, on: "orders").record()
    try connection.publish(payload, to: "orders")
    try connection.publish(Order(number: 1), to: "orders")
    let results = try await recorder.next(2, within: .seconds(10))
    #expect(throws: NATSError.self) { try results[0].get() }
    #expect(try results[1].get().value == Order(number: 1))
  }

  @Test func `a payload over the limit of the server is a failure`() async throws {
    let server = try await NATSServer("max_payload: 1000\n" + PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let tooLarge = NATSError.payloadTooLarge(bytes: 1_001, limit: 1_000)
    #expect(throws: tooLarge) { try connection.publish(Data(count: 1_001), to: "a") }
    #expect(throws: tooLarge) { try connection.publish(Data(count: 1_001), to: "a", headers: ["b": "c"]) }
    try connection.publish(Data(count: 1_000), to: "a")
    try await connection.flush()

    let bytes = connection.publishedProperty(Data(), forKey: "a", in: "b") { Issue.record($0) }
    await #expect(throws: tooLarge) { try await bytes.set(Data(count: 1_001)) }
    await #expect(throws: tooLarge) { try await bytes.mutate { $0 = Data(count: 1_001) } }

    try await connection.createStream("BYTES", subjects: ["bytes"])
    let failures = BroadcastSource<NATSError>()
    let recorder = failures.record()
    let forwarding = [Data(count: 1_001)].broadcaster()
      .forward(to: connection, asDurable: "bytes", identifiedBy: { _ in "1" }) { failures.send($0) }
    #expect(try await recorder.next(within: .seconds(10)) == tooLarge)
    withExtendedLifetime(forwarding) {}
  }

  /// Two of them would be a line of the protocol for which a server ends the connection.
  private static let long = String(repeating: "a", count: 3_000)

  @Test(arguments: ["", "a b", "a..b", "a\u{0}b", long])
  func `a subject that is not allowed is a failure`(_ subject: String) async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let recorder = connection.broadcaster(of: Int.self, on: subject).record()
    recorder.expect(.failure(.invalidName(subject)))
    #expect(recorder.end != nil)
    let members = connection.broadcaster(of: Int.self, on: "a", queueGroup: subject).record()
    members.expect(.failure(.invalidName(subject)))
  }

  @Test(arguments: [
    "", "a b", "a\r\nPING\r\n", "a 0\r\n\r\nPUB evil", "a\u{0}", "a\u{7F}", ".a", "a.", "a..b", "*", "a.*", "a.>",
    long,
  ])
  func `a subject to which no message can be published is a failure`(_ subject: String) async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let invalid = NATSError.invalidName(subject)
    #expect(throws: invalid) { try connection.publish(1, to: subject) }
    #expect(throws: invalid) { try connection.publish(Data(), to: subject, headers: ["a": "b"]) }
    let task = connection.publishedTask(
      requesting: subject, with: 1, progress: Never.self, success: Int.self, failure: Never.self)
    #expect(await task.result == .failure(.connection(invalid)))
    let failures = BroadcastSource<NATSError>()
    let recorder = failures.record()
    let forwarding = [1].broadcaster().forward(to: connection, asDurable: subject, identifiedBy: { "\($0)" }) {
      failures.send($0)
    }
    #expect(try await recorder.next(within: .seconds(10)) == invalid)
    withExtendedLifetime(forwarding) {}
  }

  @Test(arguments: [("", "b"), ("a b", "c"), ("a:", "b"), ("a\r\nb", "c"), ("a", "b\r\nc: d"), ("a", "b\n")])
  func `a header that would be read as other headers is a failure`(_ key: String, _ value: String) async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    #expect(throws: NATSError.invalidName(key)) { try connection.publish(1, to: "a", headers: [key: value]) }
  }

  @Test(arguments: ["", "a b", "a\r\nPING\r\n", "a\u{0}", "a.b", "*"])
  func `a name of a stream that is not allowed is a failure`(_ name: String) async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    await #expect(throws: NATSError.invalidName(name)) { try await connection.createStream(name, subjects: ["a"]) }
    try await connection.createStream("A", subjects: ["a"])
    for (stream, reader) in [(name, "reader"), ("A", name)] {
      let recorder = connection.broadcaster(of: Int.self, on: "a", durable: reader, in: stream)
        .materialize().record()
      #expect(try await recorder.next(2, within: .seconds(10)) == [.update(.failure(.invalidName(name))), .ended])
    }
  }

  @Test func `at most 64 MB wait for a slow subscriber`() async throws {
    let server = try await NATSServer()
    let sender = try await NATSConnection(NATSOptions(server.url))
    let receiver = try await NATSConnection(NATSOptions(server.url))
    let gate = DispatchSemaphore(value: 0)
    let megabyte = [UInt8](repeating: 1, count: 1 << 20)
    let recorder = receiver.broadcaster(of: [UInt8].self, on: "a")
      .map { $0.map(\.value.count) }
      .handleEvents(update: { if $0 == .success(0) { gate.wait() } })
      .record()
    try await receiver.flush()
    try sender.publish([UInt8](), to: "a")
    for _ in 1...100 { try sender.publish(megabyte, to: "a") }
    try await sender.flush(timeout: .seconds(30))
    try await receiver.flush(timeout: .seconds(30))
    gate.signal()
    // The queue of the subscriber has space again.
    _ = try await recorder.next(50, within: .seconds(10))
    try sender.publish([UInt8]([1]), to: "a")
    while try await recorder.next(within: .seconds(10)) != .success(1) {}
    let received = recorder.updates.count { $0 == .success(megabyte.count) }
    let dropped = recorder.updates.reduce(0) { sum, update in
      guard case .failure(.messagesDropped(let count)) = update else { return sum }
      return sum + count
    }
    #expect(received == 64 && dropped == 36)
  }

  @Test func `the slowest subscriber loses messages, is notified, and receives later ones`() async throws {
    let server = try await NATSServer()
    var options = NATSOptions(server.url)
    options.pendingMessages = 100
    let connection = try await NATSConnection(options)
    let gate = DispatchSemaphore(value: 0)
    let last = 1_000
    let recorder = connection.broadcaster(of: Int.self, on: "a")
      .map { $0.map(\.value) }
      .handleEvents(update: { if $0 == .success(0) { gate.wait() } })
      .record()
    for number in 0..<last { try connection.publish(number, to: "a") }
    try await connection.flush()
    gate.signal()
    // The queue of the subscriber has space again.
    _ = try await recorder.next(options.pendingMessages, within: .seconds(10))
    try connection.publish(last, to: "a")
    while try await recorder.next(within: .seconds(10)) != .success(last) {}
    let dropped = recorder.updates.compactMap { update -> Int? in
      guard case .failure(.messagesDropped(let count)) = update else { return nil }
      return count
    }
    let received = recorder.updates.count - dropped.count
    #expect(dropped.reduce(0, +) + received == 1_001)
    #expect(received <= 103)
  }

  @Test func `messages go on after the server was killed`() async throws {
    let server = try await NATSServer()
    var options = NATSOptions(server.url)
    options.reconnectDelay = .milliseconds(20)
    let sender = try await NATSConnection(options)
    let receiver = try await NATSConnection(options)
    let recorder = receiver.broadcaster(of: Int.self, on: "a").map { try? $0.get().value }.materialize().record()
    let states = [sender.state.record(), receiver.state.record()]
    for state in states { #expect(try state.next() == .connected) }
    for number in 1...3 {
      await server.kill()
      try await server.restart()
      for state in states {
        #expect(try await state.next(2, within: .seconds(20)) == [.reconnecting, .connected])
      }
      try await receiver.flush()
      try sender.publish(number, to: "a")
      #expect(try await recorder.next(within: .seconds(10)) == .update(number))
    }
    receiver.close()
    #expect(try await states[1].next(within: .seconds(10)) == .closed)
    #expect(try await recorder.next(within: .seconds(10)) == .ended)
  }
}
