extension HubState {
  @frozen @usableFromInline
  package struct Reading: Sendable {
    @usableFromInline package let current: Update
    @usableFromInline package let version: UInt

    @inlinable
    init(current: Update, version: UInt) {
      self.current = current
      self.version = version
    }
  }

  @usableFromInline
  package enum Commit: Sendable {
    /// Another write got in between: read and try again.
    case stale(Reading)
    case committed(Publication)
  }

  /// Reads what a write starts from. A write from inside a write of the same value on the same thread would wait for
  /// itself for ever, so it traps.
  @inlinable
  package mutating func beginWrite(on thread: ThreadID) -> Reading {
    checkNoWrite(on: thread)
    writers.append(thread)
    return reading
  }

  @usableFromInline
  func checkNoWrite(on thread: ThreadID) {
    guard writers.contains(thread) else { return }
    // Not a precondition: optimised builds drop its message.
    fatalError(
      """
      A PublishedProperty was written from inside its own mutate closure or from inside the == of its value. \
      Change the value that the closure was given, or write after mutate has returned.
      """)
  }

  @inlinable
  package mutating func cancelWrite(on thread: ThreadID) {
    writers.removeAll { $0 == thread }
  }

  @inlinable
  package mutating func commitWrite(
    _ value: Update, over version: UInt, in run: RunID, on thread: ThreadID
  ) -> Commit {
    guard version == self.version else { return .stale(reading) }
    cancelWrite(on: thread)
    return .committed(publish(value, in: run, on: thread))
  }

  /// Without a value nothing has changed; but readings that were under way have to be made again, or an older one could
  /// be put in after this one.
  @inlinable
  package mutating func refresh(
    _ value: Update?, over version: UInt, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> Commit {
    guard version == self.version else { return .stale(reading) }
    if let value { return .committed(publish(value, in: run, on: thread())) }
    self.version &+= 1
    return .committed(Publication())
  }

  @inlinable
  package var reading: Reading {
    Reading(current: value, version: version)
  }

  /// Replaces the value in one step, where `==` is known to run no code of a user.
  @inlinable
  package mutating func set(
    _ value: Update, in run: RunID, unless isSame: (Update, Update) -> Bool,
    on thread: @autoclosure () -> ThreadID = .current
  ) -> Publication {
    if !writers.isEmpty { checkNoWrite(on: thread()) }
    guard !isSame(self.value, value) else { return Publication() }
    return publish(value, in: run, on: thread())
  }

  /// Changes the value in one step, unless the closure refuses by returning false.
  ///
  /// - Parameters:
  ///   - value: Becomes the changed value. Not a part of what is returned: a struct of both is destroyed by code that
  ///     looks up its type.
  ///   - change: Runs under the lock and so must run no user code, nor let go of what it replaces.
  @inlinable
  package mutating func modify(
    in run: RunID, _ value: inout Update?, on thread: @autoclosure () -> ThreadID = .current,
    _ change: (inout Update) -> Bool
  ) -> Publication {
    guard !isFinished, run == runs.wanted, memory.latest != nil, change(&memory.latest!) else { return Publication() }
    version &+= 1
    let changed = self.value
    value = changed
    return Publication(delivers: enqueue(.update(changed), on: thread()))
  }

  @inlinable
  package var value: Update {
    guard let value = memory.latest else { preconditionFailure("This hub was made without a value") }
    return value
  }
}
