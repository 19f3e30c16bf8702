extension HubState {
  @frozen @usableFromInline
  package struct Publication: Sendable {
    /// Whether the calling thread has the baton and delivers now; else there is nobody, or somebody else does.
    @usableFromInline package var delivers: Bool
    @usableFromInline package var evicted: Update?

    @inlinable
    package init(delivers: Bool = false, evicted: Update? = nil) {
      self.delivers = delivers
      self.evicted = evicted
    }
  }

  /// Accepts an update, unless the hub has finished or the update comes from a run that is over.
  @inlinable
  @inline(__always)
  package mutating func publish(
    _ update: Update, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> Publication {
    guard !isFinished, run == runs.wanted else { return Publication() }
    guard memory.limit == 0 else { return remember(update, on: thread()) }
    return Publication(delivers: enqueue(.update(update), on: thread()))
  }

  @inlinable
  @inline(__always)
  mutating func remember(_ update: Update, on thread: @autoclosure () -> ThreadID) -> Publication {
    version &+= 1
    let evicted = memory.remember(update)
    return Publication(delivers: enqueue(.update(update), on: thread()), evicted: evicted)
  }

  /// Returns whether the caller delivers the item itself; else it waits in the backlog, or concerns nobody.
  @inlinable
  @inline(__always)
  mutating func enqueue(_ item: Item, on thread: @autoclosure () -> ThreadID) -> Bool {
    guard roster.baton.takeOrCall() else {
      postpone(item, on: thread())
      return false
    }
    guard roster.count > 0 else {
      roster.baton.putDown()
      return false
    }
    roster.baton.keep()
    return true
  }

  @usableFromInline
  @inline(never)
  mutating func postpone(_ item: Item, on thread: ThreadID) {
    collect()
    backlog.append(Entry(item: item, lastID: roster.lastID, thread: thread))
  }
}

extension HubState {
  /// Accepts what was posted without the lock: in front of everything that changes who gets it.
  @inlinable
  @inline(__always)
  mutating func collect() {
    if roster.baton.hasLetters { accept(roster.baton.takeLetters()) }
  }

  /// Accepts an update whose publisher has found too many letters, or a change of the roster, and could not post it.
  ///
  /// Says as well how long the publisher gives way. Only one that takes many letters does, where another thread delivers:
  /// about one call in a thousand.
  @inlinable
  package mutating func publishBehindLetters(
    _ update: Update, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> (publication: Publication, givingWay: GivingWay) {
    let waitingCount = backlog.count
    let publication = publish(update, in: run, on: thread())
    let takesMany = backlog.count - waitingCount > roster.baton.maximumLetterCount / 2 + 1
    guard takesMany, let drainer, drainer != thread() else { return (publication, .none) }
    return (publication, GivingWay(waitingCount: backlog.count))
  }

  @inlinable
  @inline(never)
  mutating func accept(_ letters: [Letter]) {
    for letter in letters {
      let letter = unsafe unsafeDowncast(letter, to: UpdateLetter<Update>.self)
      // What is not accepted is for nobody: it is let go in its turn, and not here.
      let isOpen = !isFinished && letter.run == runs.wanted
      backlog.append(Entry(item: .update(letter.update), lastID: isOpen ? roster.lastID : 0, thread: letter.thread))
    }
  }
}

extension HubState {
  package struct Finish: Sendable {
    package var delivers = false
    package var evicted: Update?
    package var isAccepted = false
    package var needsHooks = false
  }

  /// Accepts the end, which takes its place behind the updates accepted before.
  package mutating func finish(in run: RunID, on thread: @autoclosure () -> ThreadID = .current) -> Finish {
    collect()
    guard !isFinished, run == runs.wanted else { return Finish() }
    let needsHooks = runs.unwant() || runs.watch != nil
    isFinished = true
    return Finish(delivers: enqueue(.end, on: thread()), isAccepted: true, needsHooks: needsHooks)
  }

  /// Accepts a result and the end in one step; the caller delivers the result and finds the end in the backlog.
  package mutating func complete(
    with result: Update, in run: RunID, on thread: @autoclosure () -> ThreadID = .current
  ) -> Finish {
    collect()
    guard !isFinished, run == runs.wanted else { return Finish() }
    let publication = publish(result, in: run, on: thread())
    let needsHooks = runs.complete() || runs.watch != nil
    isFinished = true
    _ = enqueue(.end, on: thread())
    return Finish(
      delivers: publication.delivers, evicted: publication.evicted, isAccepted: true, needsHooks: needsHooks)
  }
}
