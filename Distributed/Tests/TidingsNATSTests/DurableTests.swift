import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct DurableTests {
  /// One million in the nightly run.
  static let count = ProcessInfo.processInfo.environment["TIDINGS_TEST_SIZE"] == nil ? 10_000 : 1_000_000

  @Test func `a reader continues where another with its name has stopped`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("ORDERS", subjects: ["orders.>"])
    let orders = BroadcastSource<Order>()
    let forwarding = orders.forward(to: connection, asDurable: "orders.new", identifiedBy: { "\($0.number)" }) {
      Issue.record($0)
    }
    let reader = connection.broadcaster(of: Order.self, on: "orders.*", durable: "billing", in: "ORDERS")
    // It stops within the third delivery, so that message is acknowledged.
    let first = reader.map { try? $0.get().value.number }.prefix(3).materialize().record()
    for number in [1, 2, 2, 3] { orders.send(Order(number: number)) }
    #expect(try await first.next(4, within: .seconds(10)) == [.update(1), .update(2), .update(3), .ended])
    for number in 4...5 { orders.send(Order(number: number)) }
    let second = reader.record()
    let messages = try await second.next(2, within: .seconds(10)).map { try $0.get() }
    #expect(messages.map(\.value.number) == [4, 5])
    #expect(messages.map(\.sequence) == [4, 5])
    withExtendedLifetime(forwarding) {}
  }

  @Test func `a message whose delivery ends the subscription is not delivered again`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("NUMBERS", subjects: ["numbers"])
    let numbers = [1, 2, 3].broadcaster()
    let forwarding = numbers.forward(to: connection, asDurable: "numbers", identifiedBy: { "\($0)" }) {
      Issue.record($0)
    }
    let reader = connection.broadcaster(of: Int.self, on: "numbers", durable: "reader", in: "NUMBERS")
      .map { try? $0.get().value }
    for number in 1...3 {
      let recorder = reader.prefix(1).materialize().record()
      #expect(try await recorder.next(2, within: .seconds(10)) == [.update(number), .ended])
    }
    withExtendedLifetime(forwarding) {}
  }

  @Test func `a stream that does not exist yet is a failure, and is read later`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let recorder = connection.broadcaster(of: Int.self, on: "a", durable: "b", in: "LATER")
      .map { try? $0.get().value }.record()
    #expect(try await recorder.next(within: .seconds(10)) == nil)
    try await connection.createStream("LATER", subjects: ["a"])
    let numbers = BroadcastSource<Int>()
    let forwarding = numbers.forward(to: connection, asDurable: "a", identifiedBy: { "\($0)" }) { Issue.record($0) }
    numbers.send(1)
    while try await recorder.next(within: .seconds(10)) != 1 {}
    withExtendedLifetime(forwarding) {}
  }

  @Test func `the messages of a stream that was created again are delivered`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let numbers = BroadcastSource<Int>()
    let forwarding = numbers.forward(to: connection, asDurable: "numbers", identifiedBy: { "\($0)" }) {
      Issue.record($0)
    }
    // A message can be lost that the server sends to the reader of the deleted stream.
    let recorder = connection.broadcaster(
      of: Int.self, on: "numbers", durable: "reader", in: "NUMBERS", redeliverAfter: .seconds(2)
    ).compactMap { try? $0.get().value }.record()
    for first in [1, 11] {
      try await connection.createStream("NUMBERS", subjects: ["numbers"])
      for number in first..<first + 3 { numbers.send(number) }
      #expect(try await recorder.next(3, within: .seconds(30)).sorted() == Array(first..<first + 3))
      try await connection.deleteStream("NUMBERS")
    }
    withExtendedLifetime(forwarding) {}
  }

  @Test func `a stream with other settings is a failure with its code`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("A", subjects: ["a"])
    let error = await #expect(throws: NATSError.self) { try await connection.createStream("A", subjects: ["b"]) }
    guard case .other(10_058, let text) = error else { throw error ?? .closed }
    #expect(text.contains("stream name already in use"))
  }

  @Test(arguments: ["a\u{0}1", "a\n1"])
  func `an identifier that the client would change is a failure`(_ id: String) async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("NUMBERS", subjects: ["numbers"])
    let failures = BroadcastSource<NATSError>()
    let failed = failures.record()
    let forwarding = [1].broadcaster()
      .forward(to: connection, asDurable: "numbers", identifiedBy: { _ in id }) { failures.send($0) }
    #expect(try await failed.next(within: .seconds(10)) == .invalidName(id))
    withExtendedLifetime(forwarding) {}
  }

  @Test func `an update has the same identifier in each attempt to store it`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    // No stream stores the messages, so each is sent again after a second.
    let recorder = connection.broadcaster(of: Int.self, on: "numbers").map { try? $0.get().headers }.record()
    try await connection.flush()
    let forwarding = [1].broadcaster()
      .forward(to: connection, asDurable: "numbers", identifiedBy: { _ in UUID().uuidString }) { Issue.record($0) }
    let attempts = try await recorder.next(2, within: .seconds(20))
    #expect(attempts[0] != nil && attempts[0] == attempts[1])
    withExtendedLifetime(forwarding) {}
  }

  /// The error codes of the server for a payload and for headers that are too large.
  @Test(arguments: [(10_054, 100, 500, 1), (10_097, -1, 1, 70_000)])
  func `an update that the stream refuses is a failure, and the next ones are stored`(
    _ code: Int, _ limit: Int, _ length: Int, _ identifierLength: Int
  ) async throws {
    let text = String(repeating: "x", count: length)
    let identifier = String(repeating: "y", count: identifierLength)
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream(
      "TEXTS",
      #""subjects":["texts"],"max_msg_size":\#(limit),"max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"num_replicas":1"#
    )
    let failures = BroadcastSource<NATSError>()
    let failed = failures.record()
    let forwarding = ["a", text, "b"].broadcaster()
      .forward(to: connection, asDurable: "texts", identifiedBy: { $0 == text ? identifier : $0 }) { failures.send($0) }
    let recorder = connection.broadcaster(of: String.self, on: "texts", durable: "reader", in: "TEXTS")
      .map { try? $0.get().value }.record()
    #expect(try await recorder.next(2, within: .seconds(20)) == ["a", "b"])
    guard case .other(code, _) = try await failed.next(within: .seconds(10)) else {
      Issue.record("\(failed.updates)")
      return
    }
    withExtendedLifetime(forwarding) {}
  }

  @Test func `kills of both programs and of the server lose no message and double none`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("NUMBERS", subjects: ["numbers"])
    let folder = try TemporaryFolder()
    func file(_ role: String) -> URL { folder.url.appending(component: role) }
    func start(_ role: String) throws -> Program {
      try Program("numbers", [role, server.url.absoluteString, "\(Self.count)", file(role).path])
    }
    var (sender, receiver) = (try start("send"), try start("receive"))
    for tenth in 1...10 {
      await receiver.output.wait { $0.split(separator: "\n").last.flatMap { Int($0) } ?? 0 >= tenth }
      if tenth == 10 { break }
      switch tenth % 3 {
      case 1:
        await sender.kill()
        sender = try start("send")
      case 2:
        await receiver.kill()
        receiver = try start("receive")
      default:
        await server.kill()
        try await server.restart()
      }
    }
    // Pairs of a position in the stream and the number there.
    let words = try unsafe Data(contentsOf: file("receive")).withUnsafeBytes {
      unsafe [UInt64]($0.bindMemory(to: UInt64.self))
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: stride(from: 0, to: words.count, by: 2).map { (words[$0], words[$0 + 1]) })
    #expect(numbers.values.sorted() == Array(1...UInt64(Self.count)))
    withExtendedLifetime((sender, receiver)) {}
  }
}
