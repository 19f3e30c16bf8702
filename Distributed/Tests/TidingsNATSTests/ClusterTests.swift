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

  @Test func `changes of a replicated bucket by several programs at the same time do not fail`() async throws {
    let servers = try await NATSServer.cluster(of: 3)
    var connections: [NATSConnection] = []
    for server in servers {
      var options = NATSOptions(server.url)
      options.timeout = .seconds(30)
      connections.append(try await NATSConnection(options))
    }
    while (try? await connections[0].createStream("OTHER", subjects: ["other"], replicas: 3)) == nil {}
    // Each server may respond to a read, also with an entry that is not the last one.
    try await connections[0].createStream(
      "KV_b",
      #""subjects":["$KV.b.>"],"max_msgs_per_subject":1,"num_replicas":3,"allow_direct":true,"discard":"new","#
        + #""max_consumers":-1,"max_msgs":-1,"max_bytes":-1,"max_msg_size":-1,"deny_delete":true,"allow_rollup_hdrs":true"#
    )
    let numbers = connections.map { $0.publishedProperty(0, forKey: "a", in: "b") { Issue.record($0) } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in numbers {
        group.addTask { for _ in 1...50 { try await number.mutate { $0 += 1 } } }
      }
      try await group.waitForAll()
    }
  }
}
