import TestSupport
import Testing
import TidingsCore

@Suite("Giving way")
struct GivingWayTests {
  private typealias State = HubState<Int>

  private static let step = GivingWay.waitingCountForOneStep

  /// A hub in the middle of a delivery, for which updates by another thread are posted.
  private final class Contention {
    private(set) var state = State(
      memory: Memory(limit: 0, initial: nil, resetsToInitial: false), startsWithFirst: false)
    private let publisher = ThreadID(rawValue: 1)
    private var batch = SegmentedFIFO<State.Entry>()

    init() {
      _ = state.roster.append(ErasedClosure.erasing { (_: Int) in }, as: .live)
      _ = state.roster.baton.take()
    }

    /// The delivering thread comes by. It may take nothing, as it has something in hand.
    func comeBy(as thread: ThreadID) {
      batch.append(State.Entry(item: .update(0), lastID: 0, thread: thread))
      _ = state.take(into: &batch, on: thread)
    }

    /// As many updates as there is room for are posted, and one that finds none.
    func publish(
      on thread: ThreadID = ThreadID(rawValue: 1), posting count: Int = Baton.standardMaximumLetterCount
    ) -> GivingWay {
      for number in 0..<count {
        _ = state.roster.baton.post(UpdateLetter(number, in: .standing, from: publisher))
      }
      return state.publishBehindLetters(0, in: .standing, on: thread).givingWay
    }
  }

  @Test
  func `takes longer the more updates wait, and never more than some milliseconds`() {
    #expect(GivingWay.none.duration == .zero)
    #expect(GivingWay(waitingCount: Self.step - 1) == .none)
    #expect(GivingWay(waitingCount: Self.step).duration == GivingWay.step)
    #expect(GivingWay(waitingCount: 3 * Self.step).duration == GivingWay.step * 3)
    #expect(GivingWay(waitingCount: .max).duration == GivingWay.maximum)
    #expect(GivingWay.maximum < .milliseconds(50))
  }

  @Test
  func `is asked of a thread that takes many letters while another one delivers, when very many updates wait`() {
    let contention = Contention()
    contention.comeBy(as: ThreadID(rawValue: 2))
    var asked: [GivingWay] = []
    while contention.state.backlog.count < 2 * Self.step { asked.append(contention.publish()) }
    #expect(asked.first == GivingWay.none)
    #expect(asked.last == GivingWay(waitingCount: contention.state.backlog.count))
    #expect(asked.last != GivingWay.none)
  }

  @Test
  func `is asked of one call in many: who finds few letters goes on`() {
    let contention = Contention()
    contention.comeBy(as: ThreadID(rawValue: 2))
    while contention.state.backlog.count < 2 * Self.step { _ = contention.publish() }
    #expect(contention.publish(posting: 0) == .none)
    #expect(contention.publish(posting: Baton.standardMaximumLetterCount / 2) == .none)
    #expect(contention.publish() != .none)
  }

  @Test
  func `is not asked of the thread that delivers, which publishes from inside a closure`() {
    let contention = Contention()
    contention.comeBy(as: ThreadID(rawValue: 2))
    while contention.state.backlog.count < 2 * Self.step { _ = contention.publish() }
    #expect(contention.publish(on: ThreadID(rawValue: 2)) == .none)
    #expect(contention.publish() != .none)
  }

  @Test
  func `is not asked where no thread has come by for what waits: the publishing thread may be the one that delivers`() {
    let contention = Contention()
    while contention.state.backlog.count < 2 * Self.step { #expect(contention.publish() == .none) }
  }
}
