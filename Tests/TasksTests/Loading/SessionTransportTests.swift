#if canImport(FoundationNetworking)
  import Testing
  import TidingsTasks

  struct SessionTransportTests {
    @Test func `each session has one`() {
      let (one, other) = (URLSession(configuration: .ephemeral), URLSession(configuration: .ephemeral))
      #expect(SessionTransport.of(one) === SessionTransport.of(one))
      #expect(SessionTransport.of(one) !== SessionTransport.of(other))
    }

    @Test func `the configuration of the session is not changed`() {
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)
      let session = URLSession(configuration: configuration)
      _ = SessionTransport.of(session)
      #expect(configuration.urlCache != nil)
      #expect(session.configuration.urlCache === configuration.urlCache)
    }

    @Test func `is released with its session`() {
      weak let abandoned = SessionTransport.of(URLSession(configuration: .ephemeral))
      _ = SessionTransport.of(URLSession(configuration: .ephemeral))
      #expect(abandoned == nil)
    }
  }
#endif
