import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct PropertyTests {
  static let storing = "jetstream { store_dir: \"{folder}/store\" }"

  @Test func `a value written by one program is current in another`() async throws {
    let server = try await NATSServer(Self.storing)
    let writer = try await NATSConnection(NATSOptions(server.url))
    let reader = try await NATSConnection(NATSOptions(server.url))
    let volume = writer.publishedProperty(50, forKey: "volume", in: "settings") { Issue.record($0) }
    try await volume.set(60)
    let recorder = reader.publishedValue(of: Int.self, forKey: "volume", in: "settings") { Issue.record($0) }.record()
    while try await recorder.next(within: .seconds(10)) != 60 {}
    try await volume.set(60)
    try await volume.set(70)
    #expect(try await recorder.next(within: .seconds(10)) == 70)
    try await volume.remove()
    #expect(try await recorder.next(within: .seconds(10)) == nil)
  }

  @Test func `bytes written by one program are current in another`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let bytes = connection.publishedProperty(Data(), forKey: "a", in: "b") { Issue.record($0) }
    try await bytes.set(Data([0, 255]))
    let data = connection.publishedValue(of: Data.self, forKey: "a", in: "b") { Issue.record($0) }.record()
    while try await data.next(within: .seconds(10)) != Data([0, 255]) {}
    let array = connection.publishedValue(of: [UInt8].self, forKey: "a", in: "b") { Issue.record($0) }.record()
    while try await array.next(within: .seconds(10)) != [0, 255] {}
    try await bytes.remove()
    #expect(try await data.next(within: .seconds(10)) == nil)
  }

  @Test func `a stored nil is nil`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let number = connection.publishedProperty(1 as Int?, forKey: "a", in: "b") { Issue.record($0) }
    try await number.set(2)
    let recorder = connection.publishedValue(of: Int.self, forKey: "a", in: "b") { Issue.record($0) }.record()
    while try await recorder.next(within: .seconds(10)) != 2 {}
    try await number.set(nil)
    #expect(try await recorder.next(within: .seconds(10)) == nil)
  }

  @Test func `a removed value is changed from the initial value`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let number = connection.publishedProperty(1, forKey: "a", in: "b") { Issue.record($0) }
    for _ in 1...2 {
      #expect(try await number.mutate { $0 += 1 } == 2)
      try await number.remove()
    }
  }

  @Test func `changes by several programs at the same time are not lost`() async throws {
    let server = try await NATSServer(Self.storing)
    let connections = [
      try await NATSConnection(NATSOptions(server.url)), try await NATSConnection(NATSOptions(server.url)),
    ]
    let counters = connections.map { connection in
      connection.publishedProperty(0, forKey: "count", in: "numbers") { Issue.record($0) }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for counter in counters {
        group.addTask { for _ in 1...50 { try await counter.mutate { $0 += 1 } } }
      }
      try await group.waitForAll()
    }
    #expect(try await counters[0].mutate { _ in } == 100)
  }

  @Test func `a value is current again after the server was restarted`() async throws {
    let server = try await NATSServer(Self.storing)
    var options = NATSOptions(server.url)
    options.reconnectDelay = .milliseconds(20)
    let reader = try await NATSConnection(options)
    let title = reader.publishedProperty("", forKey: "title", in: "player") { _ in }
    try await title.set("one")
    let recorder = title.record()
    let states = reader.state.record()
    #expect(try await recorder.next(2, within: .seconds(10)) == ["", "one"])
    #expect(try states.next() == .connected)
    for text in ["two", "three"] {
      await server.kill()
      try await server.restart()
      #expect(try await states.next(2, within: .seconds(10)).last == .connected)
      let writer = try await NATSConnection(options)
      try await writer.publishedProperty("", forKey: "title", in: "player") { _ in }.set(text)
      #expect(try await recorder.next(within: .seconds(10)) == text)
    }
  }

  @Test(arguments: ["*", ">", "a.*", "a b", ""])
  func `a key that is not allowed is a failure`(_ key: String) async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let invalid = NATSError.invalidName(key)
    try await connection.publishedProperty(0, forKey: "a.b", in: "b") { _ in }.set(1)
    let failures = BroadcastSource<NATSError>()
    let failed = failures.record()
    let value = connection.publishedValue(of: Int.self, forKey: key, in: "b") { failures.send($0) }.record()
    #expect(try await failed.next(within: .seconds(10)) == invalid)
    #expect(value.updates == [nil])
    let property = connection.publishedProperty(0, forKey: key, in: "b") { _ in }
    await #expect(throws: invalid) { try await property.set(1) }
    await #expect(throws: invalid) { try await property.mutate { $0 = 1 } }
    await #expect(throws: invalid) { try await property.remove() }
  }

  /// The client waits for five seconds for each of them, which is more than the limit together.
  @Test(.timeLimit(.minutes(1)))
  func `leaving values does not wait for a server that is gone`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let number = connection.publishedProperty(0, forKey: "a", in: "b") { _ in }
    try await number.set(1)
    let recorders = (1...20).map { _ in number.record() }
    for recorder in recorders { while try await recorder.next(within: .seconds(10)) != 1 {} }
    let states = connection.state.record()
    await server.kill()
    while try await states.next(within: .seconds(10)) != .reconnecting {}
    for recorder in recorders { recorder.stop() }
  }

  @Test func `a slow subscriber gets the current value later`() async throws {
    let server = try await NATSServer(Self.storing)
    let writer = try await NATSConnection(NATSOptions(server.url))
    let reader = try await NATSConnection(NATSOptions(server.url))
    let number = writer.publishedProperty(0, forKey: "a", in: "b") { Issue.record($0) }
    try await number.set(1)
    let gate = DispatchSemaphore(value: 0)
    let recorder = reader.publishedProperty(0, forKey: "a", in: "b") { _ in }
      .handleEvents(update: { if $0 == 1 { gate.wait() } })
      .record()
    for value in 2...1_000 { try await number.set(value) }
    gate.signal()
    while try await recorder.next(within: .seconds(20)) != 1_000 {}
    try await number.set(1_001)
    while try await recorder.next(within: .seconds(20)) != 1_001 {}
  }

  @Test func `each failure to watch is reported`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    // The bucket cannot be created while another stream has its subjects.
    try await connection.createStream("OTHER", subjects: ["$KV.b.>"])
    let watches = connection.broadcaster(of: Data.self, on: "$JS.API.CONSUMER.CREATE.>")
      .compactMap { try? $0.get().value }.record()
    let failures = BroadcastSource<NATSError>()
    let failed = failures.record()
    let number = connection.publishedProperty(0, forKey: "a", in: "b") { failures.send($0) }
    let recorder = number.record()
    let first = try await failed.next(within: .seconds(10))
    try await connection.deleteStream("OTHER")
    try await number.set(1)
    #expect(try await recorder.next(2, within: .seconds(10)) == [0, 1])
    let watch = String(decoding: try await watches.next(within: .seconds(10)), as: UTF8.self)
    let inbox = try #require(watch.firstMatch(of: /"deliver_subject":"([^"]+)"/)).1
    try await connection.deleteStream("KV_b")
    try await connection.createStream("OTHER", subjects: ["$KV.b.>"])
    // The client stops the watching because this message comes from no bucket.
    try connection.publish(Data(), to: String(inbox))
    #expect(try await failed.next(within: .seconds(10)) == first)
  }

  @Test func `a stored value of another type is reported, and the next one is delivered`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let failures = BroadcastSource<NATSError>()
    let recorder = failures.record()
    let number = connection.publishedProperty(0, forKey: "a", in: "b") { failures.send($0) }
    let text = connection.publishedProperty("", forKey: "a", in: "b") { Issue.record($0) }
    try await text.set("not a number")
    let numbers = number.record()
    guard case .decodingFailed("a", _) = try await recorder.next(within: .seconds(10)) else {
      Issue.record("\(recorder.updates)")
      return
    }
    try await number.set(1)
    #expect(try await numbers.next(2, within: .seconds(10)) == [0, 1])
    await #expect(throws: NATSError.self) {
      try await number.mutate { _ in }; try await text.mutate { _ in }
    }
  }

  @Test func `a bucket needs a server with JetStream`() async throws {
    let server = try await NATSServer()
    let connection = try await NATSConnection(NATSOptions(server.url))
    let failures = BroadcastSource<NATSError>()
    let recorder = failures.record()
    let values = connection.publishedProperty(0, forKey: "a", in: "b") { failures.send($0) }.record()
    _ = try await recorder.next(within: .seconds(10))
    #expect(values.updates == [0])
  }

  @Test func `a name with a space is an error`() async throws {
    let server = try await NATSServer(Self.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    await #expect(throws: NATSError.invalidName("a bucket")) {
      try await connection.publishedProperty(0, forKey: "a", in: "a bucket") { _ in }.set(1)
    }
  }
}
