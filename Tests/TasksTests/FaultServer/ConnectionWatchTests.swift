#if os(Linux)
  import TestSupport
  import Testing
  import TidingsTasks

  @Suite(.timeLimit(.minutes(10)))
  struct ConnectionWatchTests {
    private let server = FaultServer()

    @Test func `a connection is lost if its response is unread and it is in no epoll set`() async throws {
      server.serve(ServedFile(byteCount: 10))
      let client = try RawClient(server)
      defer { client.close() }
      client.get()
      await server.wait { $0.requests == 1 && $0.responding == 0 }
      let connection = try #require(ConnectionWatch.all(to: server).first)
      #expect(connection.unreadByteCount > 10)
      #expect(!connection.isWatched)
      #expect(connection.isLost)
    }

    @Test func `a connection is lost if it has sent no request and is in no epoll set`() async throws {
      let client = try RawClient(server)
      defer { client.close() }
      await server.wait { $0.connections == 1 }
      #expect(ConnectionWatch.all(to: server).map(\.isLost) == [true])
    }

    @Test func `a connection that waits for another request is not lost`() async throws {
      server.serve(ServedFile(byteCount: 10))
      let client = try RawClient(server)
      defer { client.close() }
      client.get()
      _ = client.head()
      _ = client.bytes(10)
      #expect(ConnectionWatch.all(to: server).map(\.isLost) == [false])
    }

    /// The fault matrix requires that the connection still exists when the idle timeout is over.
    @Test func `the connection of a stalled exchange is watched when its idle limit is exceeded`() async throws {
      server.serve(ServedFile(byteCount: 10), [.always(.stallBeforeHead)])
      let seen = EventState<[ConnectionWatch]>([])
      let transport = ObservedTransport(base: URLSession(configuration: .ephemeral), log: server.log) { [server] in
        seen.change { $0 = ConnectionWatch.all(to: server) }
        return ["examined"]
      }
      var request = TransferRequest(server.request())
      request.idleTimeout = .seconds(1)
      request.idleClock = StallClock(of: server)
      #expect(await transport.publishedTask(for: request).failure()?.reason == .stalled(.seconds(1)))
      #expect(seen.state.map(\.isWatched) == [true])
      #expect(seen.state.map(\.isLost) == [false])
      #expect(server.log.lines.contains { $0.hasSuffix("examined") })
    }
  }
#endif
