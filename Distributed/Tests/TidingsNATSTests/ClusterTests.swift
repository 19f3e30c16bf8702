import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct ClusterTests {
  @Test func `each of three servers can be killed, also the leader`() async throws {
    let servers = try await NATSServer.cluster(of: 3)
    var options = NATSOptions()
    options.servers = servers.map(\.url)
    options.reconnectDelay = .milliseconds(50)
    let sender = try await NATSConnection(options)
    let receiver = try await NATSConnection(options)
    // The servers need a moment to elect a leader.
    while (try? await sender.createStream("NUMBERS", subjects: ["numbers"], replicas: 3)) == nil {}

    let source = BroadcastSource<Int>()
    let forwarding = source.forward(to: sender, asDurable: "numbers", identifiedBy: { "\($0)" }) { Issue.record($0) }
    let recorder = receiver.broadcaster(
      of: Int.self, on: "numbers", durable: "reader", in: "NUMBERS", redeliverAfter: .seconds(2)
    ).compactMap { try? $0.get().value }.record()

    source.send(0)
    #expect(try await recorder.next(within: .seconds(30)) == 0)
    for (round, server) in servers.enumerated() {
      await server.kill()
      let numbers = (1...100).map { (round + 1) * 1_000 + $0 }
      for number in numbers { source.send(number) }
      #expect(try await recorder.next(100, within: .seconds(60)).sorted() == numbers)
      try await server.restart()
      source.send(-round - 1)
      #expect(try await recorder.next(within: .seconds(60)) == -round - 1)
    }
    withExtendedLifetime(forwarding) {}
  }
}
