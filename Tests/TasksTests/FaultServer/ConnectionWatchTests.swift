#if os(Linux)
  import TestSupport
  import Testing
  import TidingsTasks

  @Suite(.timeLimit(.minutes(10)))
  struct ConnectionWatchTests {
    private let server = FaultServer()

    @Test(arguments: [(true, false, true), (false, false, true), (true, true, false)])
    func `a connection in no epoll set is lost, unless it has sent a request and has no unread bytes`(
      asks: Bool, reads: Bool, isLost: Bool
    ) async throws {
      server.serve(ServedFile(byteCount: 10))
      let client = try RawClient(server)
      defer { client.close() }
      if asks { client.get() }
      await server.wait { $0.connections == 1 && $0.requests == (asks ? 1 : 0) && $0.responding == 0 }
      if reads {
        _ = client.head()
        _ = client.bytes(10)
      }
      #expect(ConnectionWatch.all(to: server).map(\.isLost) == [isLost])
    }

    /// The fault matrix requires that the connection still exists when the idle timeout is over.
    @Test func `the connection of a stalled exchange is watched when its idle limit is exceeded`() async throws {
      server.serve(ServedFile(byteCount: 10), [.always(.stallBeforeHead)])
      let seen = EventState<[ConnectionWatch]>([])
      let transport = ObservedTransport(base: URLSession(configuration: .ephemeral)) { [server] in
        seen.change { $0 = ConnectionWatch.all(to: server) }
      }
      let request = server.request().with { ($0.idleTimeout, $0.idleClock) = (.seconds(1), StallClock(of: server)) }
      #expect(await transport.publishedTask(for: request).failure()?.reason == .stalled(.seconds(1)))
      #expect(seen.state.map(\.isWatched) == [true])
      #expect(seen.state.map(\.isLost) == [false])
    }
  }
#endif
