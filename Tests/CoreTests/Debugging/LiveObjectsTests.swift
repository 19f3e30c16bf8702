#if DEBUG
  import Testing
  import Tidings

  @Suite("The source locations of live subscriptions")
  struct LiveObjectsTests {
    private func places(in file: String) -> [String] {
      Subscription.livePlaces.filter { $0.hasPrefix(file) }
    }

    @Test func `are listed until both token and closure are released`() {
      let source = BroadcastSource<Int>()
      var subscriptions: [Subscription] = []
      for line: UInt in [12, 7] {
        subscriptions.append(source.subscribe(fileID: "Mail/Living.swift", line: line) { _ in })
      }
      #expect(places(in: "Living.swift") == ["Living.swift:12", "Living.swift:7"])
      subscriptions.removeLast().invalidate()
      #expect(places(in: "Living.swift") == ["Living.swift:12"])
      source.finish()
      #expect(places(in: "Living.swift") == ["Living.swift:12"])
      subscriptions = []
      #expect(places(in: "Living.swift") == [])
    }

    @Test func `are listed once for each subscription of a line`() {
      let source = BroadcastSource<Int>()
      let subscriptions = (1...3).map { _ in source.subscribe(fileID: "Mail/Often.swift", line: 1) { _ in } }
      #expect(places(in: "Often.swift").count == 3)
      withExtendedLifetime(subscriptions) {}
    }
  }
#endif
