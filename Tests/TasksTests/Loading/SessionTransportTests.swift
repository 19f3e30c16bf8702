#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Testing
  import TidingsTasks

  struct SessionTransportTests {
    private let sessions = SessionTransports()

    @Test func `makes one for each session`() {
      let (one, other) = (URLSession(configuration: .ephemeral), URLSession(configuration: .ephemeral))
      #expect(sessions.transport(for: one) === sessions.transport(for: one))
      #expect(sessions.transport(for: one) !== sessions.transport(for: other))
      #expect(sessions.count == 2)
    }

    @Test func `leaves the session as it is`() {
      let configuration = URLSessionConfiguration.default
      configuration.urlCache = URLCache(memoryCapacity: 1, diskCapacity: 0, diskPath: nil)
      let session = URLSession(configuration: configuration)
      _ = sessions.transport(for: session)
      #expect(configuration.urlCache != nil)
      #expect(session.configuration.urlCache === configuration.urlCache)
    }

    @Test func `keeps none for a session that is gone`() {
      weak let abandoned = sessions.transport(for: URLSession(configuration: .ephemeral))
      #expect(abandoned != nil)
      let session = URLSession(configuration: .ephemeral)
      #expect(sessions.transport(for: session) !== abandoned)
      #expect(abandoned == nil)
      #expect(sessions.count == 1)
    }
  }
#endif
