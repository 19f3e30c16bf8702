extension Hub {
  /// The value of a hub that has one.
  @inlinable
  package var value: Update {
    withState { $0.value }
  }

  /// Changes with each change of the value.
  @usableFromInline
  package var version: ValueVersion {
    ValueVersion.changes(withState { $0.version }, of: self)
  }

  @inlinable
  package func set(_ value: Update, in run: RunID, sameness: Sameness<Update>) {
    guard sameness.runsNoUserCode else { return write(in: run, isSame: sameness.isSame) { $0 = value } }
    perform(withState { $0.set(value, in: run, unless: sameness.isSame) }, of: value)
  }

  /// Changes the value in one step, unless the closure refuses by returning nil.
  ///
  /// - Parameter change: Must run no user code, and returns what it has replaced.
  @inlinable
  package func modify<Replaced: Sendable>(in run: RunID, _ change: (inout Update) -> Replaced?) {
    var replaced: Replaced?
    var value: Update?
    let publication = withState {
      $0.modify(in: run, &value) {
        replaced = change(&$0); return replaced != nil
      }
    }
    if let value { perform(publication, of: value) }
    withExtendedLifetime(replaced) {}
  }

  /// Replaces the value by one that is read elsewhere, unless `isSame` finds no difference.
  ///
  /// Both closures run without the lock and may write this value themselves. When another write got in between, also one
  /// that found no difference, the value is read again: so what is there at the end was read after every change.
  @inlinable
  package func refresh(in run: RunID, unless isSame: (Update, Update) -> Bool, _ read: () -> Update) {
    var reading = withState { $0.reading }
    while true {
      let value = read()
      let isNew = !isSame(reading.current, value)
      let version = reading.version
      switch withState({ $0.refresh(isNew ? value : nil, over: version, in: run) }) {
      case .stale(let newer):
        reading = newer
      case .committed(let publication):
        return perform(publication, of: value)
      }
    }
  }

  /// Replaces the value by what `change` makes of it, unless `isSame` finds no difference.
  ///
  /// User code runs without the lock; when another write got in between, it runs again on the newer value.
  @inlinable
  package func write<Result>(
    in run: RunID, isSame: (Update, Update) -> Bool, _ change: (inout Update) throws -> Result
  ) rethrows -> Result {
    let thread = ThreadID.current
    var reading = withState { $0.beginWrite(on: thread) }
    var isWriting = true
    defer { if isWriting { withState { $0.cancelWrite(on: thread) } } }
    while true {
      var value = reading.current
      let result = try change(&value)
      if isSame(reading.current, value) { return result }
      let new = value
      let version = reading.version
      switch withState({ $0.commitWrite(new, over: version, in: run, on: thread) }) {
      case .stale(let newer):
        reading = newer
      case .committed(let publication):
        isWriting = false
        perform(publication, of: new)
        return result
      }
    }
  }
}
