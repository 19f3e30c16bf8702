public import Synchronization

/// Says who delivers, and takes what others publish meanwhile.
///
/// Whoever has the baton delivers. It belongs to a delivery, not to a thread: one that is handed over to the concurrency
/// pool takes it along. Its holder is *called* by who leaves something for it under the lock of the hub; and where the
/// baton is taken without the lock, updates that find it held are *posted* without the lock as well. Either way it is
/// not given back before its holder has looked under the lock.
///
/// One word holds all of it, so that nothing can come between. The letters form a stack, newest first (Treiber, 1986);
/// as they are taken all at once, no letter can come back in the place of another.
@usableFromInline
package struct Baton: ~Copyable, Sendable {
  /// What the word says beside the address of the newest letter, which is a multiple of eight.
  @usableFromInline
  package enum Mark: Sendable {
    @usableFromInline package static var free: UInt { 0 }
    /// A delivery is under way.
    @usableFromInline package static var held: UInt { 1 }
    /// Its thread is to come by before it gives the baton back.
    @usableFromInline package static var called: UInt { 2 }
    /// Its thread is to come by as soon as it has reached everyone with an update.
    @usableFromInline package static var hurried: UInt { held | called | haste }
    @usableFromInline package static var haste: UInt { 4 }
    /// Held for a change of the roster by a thread that has the lock: it will not be long. What calls a holder takes the
    /// baton where nobody holds it, so that one step does either.
    @usableFromInline package static var changing: UInt { called }

    @usableFromInline static var all: UInt { 7 }
  }

  @usableFromInline package let word = SharedAtomic(Mark.free)
  /// How many letters there are, give or take those that are being posted or taken at the moment.
  private let letterCount = SharedAtomic(0)
  @usableFromInline package let maximumLetterCount: Int
  /// Whether it is taken without the lock as well.
  @usableFromInline package let isTakenFreely: Bool

  /// - Parameter maximumLetterCount: With more, an update is left under the lock, by a thread that takes the letters there.
  ///   So the lock is held for the work on so many at most, and a thread that publishes faster than anybody can deliver
  ///   pays for that.
  package init(isTakenFreely: Bool, maximumLetterCount: Int = Baton.standardMaximumLetterCount) {
    self.isTakenFreely = isTakenFreely
    self.maximumLetterCount = maximumLetterCount
  }

  #if TIDINGS_EXPLORED_THREADS
    /// So few that an exploration goes beyond.
    package static let standardMaximumLetterCount = 2
    private static let postingTries = 3
  #else
    package static let standardMaximumLetterCount = 1_024
    /// How often a letter is put on the stack anew because others have changed it meanwhile (P11).
    private static let postingTries = 64
  #endif

  // MARK: Without the lock

  /// Takes the baton for a delivery, if nobody has it.
  @inlinable
  @inline(__always)
  package func take() -> Bool {
    return word.compareExchange(expected: Mark.free, desired: Mark.held, ordering: .acquiring).exchanged
  }

  /// Gives the baton back, unless its holder is to come by.
  @inlinable
  @inline(__always)
  package func giveBack() -> Bool {
    return word.compareExchange(expected: Mark.held, desired: Mark.free, ordering: .releasing).exchanged
  }

  @usableFromInline
  package enum Posting: Sendable {
    /// The holder will take the letter.
    case posted
    /// There is no holder any more, and the caller is it now; the letter is not needed.
    case taken
    /// The roster is being changed, there are too many letters, or others have always been faster: what is to be done is
    /// done under the lock.
    case busy
  }

  /// Leaves a letter with the holder.
  @usableFromInline
  package func post(_ letter: Letter) -> Posting {
    guard letterCount.load(ordering: .relaxed) < maximumLetterCount else { return .busy }
    // The stack holds it, before anybody can take it from there.
    let reference = unsafe Unmanaged.passRetained(letter)
    let address = unsafe UInt(bitPattern: reference.toOpaque())
    var found = word.load(ordering: .relaxed)
    for _ in 1...Self.postingTries {
      guard found != Mark.changing else { break }
      letter.memory.willWrite()
      letter.next = found & ~Mark.all
      let desired = found == Mark.free ? Mark.held : address | found & Mark.all
      let result = word.compareExchange(expected: found, desired: desired, ordering: .acquiringAndReleasing)
      if result.exchanged {
        guard found == Mark.free else {
          letterCount.add(1, ordering: .relaxed)
          return .posted
        }
        unsafe reference.release()
        return .taken
      }
      found = result.original
    }
    unsafe reference.release()
    return .busy
  }

  // MARK: Under the lock

  /// Takes the baton for a change; or else calls its holder.
  @inlinable
  @inline(__always)
  package func takeOrCall() -> Bool {
    guard !isTakenFreely else { return takeOrCallHolder() }
    // Nobody competes from outside the lock, so that a free baton need not be marked: the caller keeps it or puts it down
    // before others look.
    return word.load(ordering: .acquiring) == Mark.free || takeOrCallHolder()
  }

  @usableFromInline
  @inline(never)
  func takeOrCallHolder() -> Bool {
    return word.bitwiseOr(Mark.changing, ordering: .acquiring).oldValue == Mark.free
  }

  /// Takes the baton for a change; or else calls its holder, who is to come by soon.
  package func takeOrHurry() -> Bool {
    if takeOrCall() { return true }
    word.bitwiseOr(Mark.hurried, ordering: .relaxed)
    return false
  }

  /// Takes the baton for a change, if nobody has it.
  package func takeIfFree() -> Bool {
    return word.compareExchange(expected: Mark.free, desired: Mark.changing, ordering: .acquiring).exchanged
  }

  /// Goes on from a change to a delivery.
  @inlinable
  package func keep() {
    word.store(Mark.held, ordering: .relaxed)
  }

  /// Gives the baton back after a change.
  @inlinable
  package func putDown() {
    word.store(Mark.free, ordering: .releasing)
  }

  /// Gives the baton back after a delivery whose thread has come by, unless there are letters.
  @usableFromInline
  package func retire() -> Bool {
    while true {
      let found = word.load(ordering: .relaxed)
      guard found & ~Mark.all == 0 else { return false }
      if word.compareExchange(expected: found, desired: Mark.free, ordering: .releasing).exchanged { return true }
    }
  }

  /// Whether its holder is to come by soon.
  @inlinable
  @inline(__always)
  package var isHurried: Bool {
    return word.load(ordering: .relaxed) & Mark.hurried == Mark.hurried
  }

  /// The holder has come by, and keeps the baton. It stays called.
  @usableFromInline
  package func calm() {
    guard isHurried else { return }
    word.bitwiseAnd(~Mark.haste, ordering: .relaxed)
  }

  /// Whether there are letters. Once there are, they wait for the lock.
  @inlinable
  package var hasLetters: Bool {
    return word.load(ordering: .relaxed) & ~Mark.all != 0
  }

  /// Takes all letters, oldest first; there must be some. The holder stays called.
  @usableFromInline
  package func takeLetters() -> [Letter] {
    word.bitwiseOr(Mark.called, ordering: .relaxed)
    let letters = Letter.all(from: word.bitwiseAnd(Mark.all, ordering: .acquiring).oldValue & ~Mark.all)
    letterCount.subtract(letters.count, ordering: .relaxed)
    return letters
  }
}
