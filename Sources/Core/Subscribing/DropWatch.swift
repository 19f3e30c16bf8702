#if DEBUG
  /// Notices a token that was dropped before anything was delivered, the classic mistake of whoever is new to tokens.
  ///
  /// Storing or invalidating a token, or any delivery, puts the watch to rest. A place in the source is noted once.
  package final class DropWatch: Sendable {
    private struct Place: Hashable {
      let fileID: String
      let line: UInt
    }

    private static let noted = Locked<Set<Place>>([])
    /// Takes the note; by default the standard error stream.
    package static let report = Locked<@Sendable (String) -> Void>(StandardError.note)

    private let fileID: StaticString
    private let line: UInt
    private let isAwake = Locked(true)

    package init(fileID: StaticString, line: UInt) {
      self.fileID = fileID
      self.line = line
    }

    package func rest() {
      isAwake.withLock { $0 = false }
    }

    package func tokenWasDropped() {
      let place = Place(fileID: "\(fileID)", line: line)
      guard isAwake.withLock({ $0 }), Self.noted.withLock({ $0.insert(place).inserted }) else { return }
      let report = Self.report.withLock { $0 }
      report(
        """
        Tidings: \(fileID):\(line): this subscription ended before anything was delivered, because its token was \
        dropped. Keep the token, for example with store(in:), or call invalidate() to end it on purpose.
        """)
    }
  }

  extension Publisher {
    /// Whether subscribing sets a watch on the token.
    @inlinable var watchesDrops: Bool { true }

    /// Subscribes with a watch on the token.
    func watchingDrop(
      fileID: StaticString, line: UInt, _ receive: @escaping @Sendable (Update) -> Void,
      subscribe: (@escaping @Sendable (Update) -> Void) -> Subscription
    ) -> Subscription {
      let watch = DropWatch(fileID: fileID, line: line)
      let subscription = subscribe { update in
        watch.rest()
        receive(update)
      }
      unsafe subscription.dropWatch = watch
      return subscription
    }
  }

  extension Subscription {
    /// Somebody keeps the token, or means to end it.
    package func restDropWatch() {
      unsafe dropWatch?.rest()
    }

    func noteDrop() {
      if let watch = unsafe dropWatch, isActive { watch.tokenWasDropped() }
    }
  }
#else
  extension Publisher {
    /// Whether subscribing sets a watch on the token.
    @inlinable var watchesDrops: Bool { false }

    @inlinable
    func watchingDrop(
      fileID: StaticString, line: UInt, _ receive: @escaping @Sendable (Update) -> Void,
      subscribe: (@escaping @Sendable (Update) -> Void) -> Subscription
    ) -> Subscription {
      subscribe(receive)
    }
  }

  extension Subscription {
    @inlinable
    package func restDropWatch() {}

    @inlinable
    func noteDrop() {}
  }
#endif
