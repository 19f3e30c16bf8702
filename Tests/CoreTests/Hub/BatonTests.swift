import TestSupport
import Testing
import TidingsCore

@Suite("A baton")
struct BatonTests {
  @Test(arguments: [true, false])
  func `is had by one at a time, whether for a delivery or for a change`(isTakenFreely: Bool) {
    let roster = Roster(isTakenFreely: isTakenFreely, openRun: .standing, isStanding: true)
    #expect(roster.take())
    #expect(!roster.take())
    #expect(roster.giveBack())
    #expect(roster.takeOrCall())
    // Where it is taken under the lock only, nobody else looks before the change is over.
    if isTakenFreely { #expect(!roster.take()) }
    roster.keep()
    #expect(!roster.take())
    #expect(roster.giveBack())
    #expect(roster.takeOrCall())
    roster.putDown()
    #expect(roster.take())
  }

  @Test(arguments: [true, false])
  func `is not given back by a holder who was called, until it has come by`(isTakenFreely: Bool) {
    let roster = Roster(isTakenFreely: isTakenFreely, openRun: .standing, isStanding: true)
    #expect(roster.take())
    #expect(!roster.takeOrCall())
    #expect(!roster.takeOrCall())
    #expect(!roster.giveBack())
    #expect(!roster.take())
    #expect(roster.retire())
    #expect(roster.take())
    #expect(roster.giveBack())
  }

  private final class Number: Sendable {
    let number: Int
    let history: History<Int>

    init(_ number: Int, goneTo history: History<Int>) {
      self.number = number
      self.history = history
    }

    deinit { history.record(number) }
  }

  private func letter(_ number: Int, goneTo history: History<Int> = History()) -> Letter {
    UpdateLetter(Number(number, goneTo: history), in: .standing, from: .current)
  }

  private func takeNumbers(from roster: Roster) -> [Int] {
    roster.takeLetters().compactMap { ($0 as? UpdateLetter<Number>)?.update.number }
  }

  @Test
  func `keeps letters in order for its holder, who cannot give it back before it has them`() {
    let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
    #expect(roster.take())
    for number in 1...3 { #expect(roster.post(letter(number)) == .posted) }
    #expect(!roster.giveBack())
    #expect(!roster.retire())
    #expect(!roster.takeOrCall())
    #expect(takeNumbers(from: roster) == [1, 2, 3])
    #expect(takeNumbers(from: roster).isEmpty)
    #expect(roster.retire())
  }

  @Test
  func `takes so many letters at most, and more when they have been taken`() {
    let baton = Baton(isTakenFreely: true, maximumLetterCount: 2)
    let taken = [baton.take()]
    var postings = (1...3).map { baton.post(letter($0)) }
    var counts = [baton.takeLetters().count]
    postings.append(baton.post(letter(4)))
    // A baton does not release letters that nobody takes: its holder always does.
    counts.append(baton.takeLetters().count)
    #expect(taken == [true])
    #expect(postings == [.posted, .posted, .busy, .posted])
    #expect(counts == [2, 1])
  }

  @Test
  func `says to its holder who hurries, until that one has come by, and keeps who calls`() {
    let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
    #expect(roster.take())
    #expect(!roster.takeOrCall())
    #expect(!roster.isHurried)
    #expect(!roster.takeOrHurry())
    #expect(roster.post(letter(1)) == .posted)
    #expect(roster.isHurried)
    #expect(takeNumbers(from: roster) == [1])
    #expect(roster.isHurried)
    roster.calm()
    #expect(!roster.isHurried)
    #expect(!roster.giveBack())
    #expect(roster.retire())
    #expect(roster.takeOrHurry())
    roster.putDown()
    #expect(roster.take())
  }

  @Test
  func `is taken by who finds it free with a letter in the hand, and the letter goes`() {
    let gone = History<Int>()
    let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
    #expect(roster.post(letter(1, goneTo: gone)) == .taken)
    #expect(gone.events == [1])
    #expect(roster.post(letter(2, goneTo: gone)) == .posted)
    #expect(gone.events == [1])
    #expect(takeNumbers(from: roster) == [2])
    #expect(gone.events == [1, 2])
  }

  @Test
  func `takes no letter while the roster is changed: nobody would come by for it`() {
    let gone = History<Int>()
    let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
    #expect(roster.takeOrCall())
    #expect(roster.post(letter(1, goneTo: gone)) == .busy)
    #expect(gone.events == [1])
  }

  @Test
  func `is taken for a change by who finds it free, and its holder is not called by who does not`() {
    let roster = Roster(isTakenFreely: true, openRun: .standing, isStanding: true)
    #expect(roster.takeIfFree())
    #expect(!roster.takeIfFree())
    #expect(roster.post(letter(1)) == .busy)
    roster.putDown()
    #expect(roster.take())
    #expect(!roster.takeIfFree())
    #expect(roster.giveBack())
  }

  /// The number is no atomic: two who had the baton at once would lose counts.
  private final class Counted: Sendable {
    let baton = Baton(isTakenFreely: true)
    let lock = Locked(0)
    // Invariant: touched only with the baton in hand.
    nonisolated(unsafe) var count = 0

    func countUnderLock() {
      lock.withLock { left in
        guard baton.takeOrCall() else { return left += 1 }
        unsafe count += 1
        baton.putDown()
      }
    }

    func countWithoutLock() {
      switch baton.post(UpdateLetter((), in: .standing, from: .current)) {
      case .posted: break
      case .busy: countUnderLock()
      case .taken:
        unsafe count += 1
        if !baton.giveBack() { comeBy() }
      }
    }

    private func comeBy() {
      lock.withLock { left in
        repeat {
          unsafe count += left + (baton.hasLetters ? baton.takeLetters().count : 0)
          left = 0
        } while !baton.retire()
      }
    }
  }

  @Test
  func `keeps what it guards together, whether taken with the lock or without it`() async {
    let counted = Counted()
    let rounds = 50_000
    await onThreads(4) { thread in
      for _ in 0..<rounds {
        if thread.isMultiple(of: 2) { counted.countWithoutLock() } else { counted.countUnderLock() }
      }
    }
    #expect(unsafe counted.count == 4 * rounds)
    #expect(counted.lock.withLock { $0 } == 0)
  }
}

/// A test's macros copy what they look into, and a baton cannot be copied.
extension Roster {
  fileprivate func take() -> Bool { baton.take() }
  fileprivate func giveBack() -> Bool { baton.giveBack() }
  fileprivate func post(_ letter: Letter) -> Baton.Posting { baton.post(letter) }
  fileprivate func takeOrCall() -> Bool { baton.takeOrCall() }
  fileprivate func keep() { baton.keep() }
  fileprivate func putDown() { baton.putDown() }
  fileprivate func retire() -> Bool { baton.retire() }
  fileprivate func takeLetters() -> [Letter] { baton.hasLetters ? baton.takeLetters() : [] }
  fileprivate var isHurried: Bool { baton.isHurried }
  fileprivate func takeOrHurry() -> Bool { baton.takeOrHurry() }
  fileprivate func calm() { baton.calm() }
  fileprivate func takeIfFree() -> Bool { baton.takeIfFree() }
}
