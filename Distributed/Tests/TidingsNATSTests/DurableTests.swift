import Foundation
import NATSServer
import Synchronization
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct DurableTests {
  /// One million in the nightly run.
  static let count = ProcessInfo.processInfo.environment["TIDINGS_TEST_SIZE"] == nil ? 10_000 : 1_000_000

  private static func options(_ server: NATSServer) -> NATSOptions {
    var options = NATSOptions(server.url)
    options.reconnectDelay = .milliseconds(20)
    return options
  }

  @Test func `a reader continues where another with its name has stopped`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    try await connection.createStream("ORDERS", subjects: ["orders.>"])
    let orders = BroadcastSource<Order>()
    let forwarding = orders.forward(to: connection, asDurable: "orders.new", identifiedBy: { "\($0.number)" }) {
      Issue.record($0)
    }
    let reader = connection.broadcaster(of: Order.self, on: "orders.*", durable: "billing", in: "ORDERS")
    let first = reader.record()
    for number in [1, 2, 2, 3] { orders.send(Order(number: number)) }
    #expect(try await first.next(3, within: .seconds(10)).map { try $0.get().value.number } == [1, 2, 3])
    first.stop()
    // The server has handled the acknowledgements.
    try await connection.flush()
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
      let recorder = reader.prefix(1).record()
      #expect(try await recorder.next(within: .seconds(10)) == number)
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

  @Test func `kills on both sides lose no message and double none`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let sender = try await NATSConnection(Self.options(server))
    try await sender.createStream("NUMBERS", subjects: ["numbers"])
    let source = BroadcastSource<Int>()
    let forwarding = source.forward(to: sender, asDurable: "numbers", identifiedBy: { "\($0)" }) { Issue.record($0) }
    for number in 1...Self.count { source.send(number) }

    // The results of a receiving program, which stores the sequence with each.
    let results = Mutex<[UInt64: Int]>([:])
    let milestones = BroadcastSource<Int>()
    let reached = milestones.record()
    let rounds = 10
    for round in 1...rounds {
      let receiver = try await NATSConnection(Self.options(server))
      let delivered = Mutex<Set<UInt64>>([])
      let token = receiver.broadcaster(
        of: Int.self, on: "numbers", durable: "counter", in: "NUMBERS", redeliverAfter: .seconds(1)
      ).attach { result in
        guard let message = try? result.get(), let sequence = message.sequence else { return }
        if !delivered.withLock({ $0.insert(sequence).inserted }) { Issue.record("\(sequence) was delivered twice") }
        let count = results.withLock { results in
          if results[sequence] == nil { results[sequence] = message.value }
          return results.count
        }
        if count >= Self.count * round / rounds { milestones.send(round) }
      }
      while try await reached.next(within: .seconds(120)) < round {}
      if round < rounds {
        // Without a farewell: neither the acknowledgements nor the messages in progress arrive.
        await server.kill()
        try await server.restart()
      }
      token.invalidate()
      receiver.close()
    }
    let numbers = results.withLock { $0.values.sorted() }
    #expect(numbers == Array(1...Self.count))
    withExtendedLifetime(forwarding) {}
  }
}
