import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct ConnectingTests {
  /// An example key of the NATS documentation.
  private static let publicKey = "UDXU4RCSJNZOIQHZNWXHXORDPRTGNJAHAHFRGZNEEJCPQTT2M7NLCNF4"
  private static let seed = "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6USDXIEDNPPQYYYCU3VY"

  /// The time that a server gives a client to prove its identity, which is short by default.
  private static let patience = "timeout: 30"

  private static func connect(_ server: NATSServer, _ authentication: NATSOptions.Authentication?) async throws {
    var options = NATSOptions(server.url, authentication: authentication)
    options.timeout = .seconds(30)
    try await NATSConnection(options).flush(timeout: .seconds(30))
  }

  @Test func `a server that does not run is a failure`() async throws {
    let server = try await NATSServer()
    await server.kill()
    await #expect(throws: NATSError.noServer) { try await Self.connect(server, nil) }
  }

  @Test func `the second server is used if the first does not run`() async throws {
    let server = try await NATSServer()
    let dead = try await NATSServer()
    await dead.kill()
    try await NATSConnection(NATSOptions(dead.url, server.url)).flush()
  }

  @Test func `a token is required`() async throws {
    let server = try await NATSServer("authorization { token: secret, \(Self.patience) }")
    try await Self.connect(server, .token("secret"))
    await #expect(throws: NATSError.authenticationFailed) { try await Self.connect(server, .token("other")) }
    await #expect(throws: NATSError.authenticationFailed) { try await Self.connect(server, nil) }
  }

  @Test func `a name and a password are required`() async throws {
    let server = try await NATSServer("authorization { user: ada, password: secret, \(Self.patience) }")
    try await Self.connect(server, .user("ada", password: "secret"))
    await #expect(throws: NATSError.authenticationFailed) { try await Self.connect(server, .user("ada", password: "")) }
  }

  @Test func `an NKey is required`() async throws {
    let server = try await NATSServer("authorization { users: [{ nkey: \(Self.publicKey) }], \(Self.patience) }")
    let folder = try TemporaryFolder()
    let seed = folder.url.appending(component: "seed")
    try Self.seed.write(to: seed, atomically: true, encoding: .utf8)
    for _ in 1...(ProcessInfo.processInfo.environment["TIDINGS_TEST_SIZE"] == nil ? 100 : 3_000) {
      try await Self.connect(server, .nkey(Self.publicKey, seed: seed))
    }
    await #expect(throws: NATSError.authenticationFailed) { try await Self.connect(server, nil) }
  }

  @Test func `a URL with the scheme tls needs an encrypted connection`() async throws {
    let server = try await NATSServer()
    let url = try #require(URL(string: "tls://127.0.0.1:\(server.port)"))
    let error = await #expect(throws: NATSError.self) { try await NATSConnection(NATSOptions(url)) }
    guard case .encryptionFailed = error else { throw error ?? .closed }
  }

  @Test func `an encrypted connection needs a trusted certificate`() async throws {
    let folder = try TemporaryFolder()
    let certificate = folder.url.appending(component: "certificate.pem")
    let key = folder.url.appending(component: "key.pem")
    let openssl = Process()
    openssl.executableURL = URL(filePath: "/usr/bin/openssl")
    openssl.arguments = [
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1", "-subj",
      "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1", "-out", certificate.path, "-keyout", key.path,
    ]
    openssl.standardError = FileHandle.nullDevice
    try openssl.run()
    openssl.waitUntilExit()
    let server = try await NATSServer(
      "tls { cert_file: \"\(certificate.path)\", key_file: \"\(key.path)\", \(Self.patience) }")
    try await NATSConnection(NATSOptions(server.url, encryption: .init(authorities: certificate))).flush()
    await #expect {
      _ = try await NATSConnection(NATSOptions(server.url, encryption: .init()))
    } throws: { error in
      if case .encryptionFailed = error as? NATSError { true } else { false }
    }
    let plain = try await NATSServer()
    await #expect {
      _ = try await NATSConnection(NATSOptions(plain.url, encryption: .init(authorities: certificate)))
    } throws: { error in
      if case .encryptionFailed = error as? NATSError { true } else { false }
    }
  }

  @Test func `credentials are in no description`() throws {
    let url = try #require(URL(string: "nats://ada:secret@127.0.0.1:4222"))
    for authentication: NATSOptions.Authentication in [.token("secret"), .user("ada", password: "secret")] {
      let options = NATSOptions(url, authentication: authentication)
      var dumped = ""
      dump(options, to: &dumped)
      dump(authentication, to: &dumped)
      #expect(!"\(options)\(authentication)\(String(reflecting: options))\(dumped)".contains("secret"))
    }
  }

  @Test func `a server that reads nothing blocks no call for ever`() async throws {
    let server = try await NATSServer()
    var options = NATSOptions(server.url)
    options.timeout = .milliseconds(300)
    options.reconnectDelay = .milliseconds(20)
    let connection = try await NATSConnection(options)
    let states = connection.state.record()
    #expect(try states.next() == .connected)
    server.suspend()
    let isOver = PublishedProperty(false)
    let over = isOver.record()
    Thread.detachNewThread {
      // More than the buffers of both sockets hold.
      for _ in 1...64 { try? connection.publish(Data(count: 1_000_000), to: "a") }
      isOver.value = true
    }
    #expect(try await over.next(2, within: .seconds(30)) == [false, true])
    #expect(try await states.next(within: .seconds(20)) == .reconnecting)
    server.resume()
    #expect(try await states.next(within: .seconds(20)) == .connected)
  }

  @Test func `any number of pending messages is a limit`() async throws {
    let server = try await NATSServer()
    for count in [1, 3_000_000, .max] {
      var options = NATSOptions(server.url)
      options.pendingMessages = count
      let connection = try await NATSConnection(options)
      let recorder = connection.broadcaster(of: Int.self, on: "a").map { try? $0.get().value }.record()
      try await connection.flush()
      try connection.publish(count, to: "a")
      #expect(try await recorder.next(within: .seconds(10)) == count)
    }
  }

  @Test func `a cut link is noticed, and messages go on when it is healed`() async throws {
    let server = try await NATSServer()
    var options = NATSOptions(server.url)
    options.reconnectDelay = .milliseconds(20)
    options.pingInterval = .milliseconds(100)
    options.timeout = .milliseconds(500)
    let connection = try await NATSConnection(options)
    let recorder = connection.broadcaster(of: Int.self, on: "a").map { try? $0.get().value }.record()
    let states = connection.state.record()
    #expect(try states.next() == .connected)
    for number in 1...3 {
      server.suspend()
      #expect(try await states.next(within: .seconds(20)) == .reconnecting)
      try connection.publish(number, to: "a")
      server.resume()
      #expect(try await states.next(within: .seconds(20)) == .connected)
      #expect(try await recorder.next(within: .seconds(20)) == number)
    }
  }
}
