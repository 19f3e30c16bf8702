#if canImport(FoundationNetworking)
  import Testing
  import TidingsTasks

  struct SessionTransportTests {
    @Test func `the configuration of the session is not changed`() {
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)
      let session = URLSession(configuration: configuration)
      _ = SessionTransport.of(session)
      #expect(configuration.urlCache != nil)
      #expect(session.configuration.urlCache === configuration.urlCache)
    }
  }
#endif
