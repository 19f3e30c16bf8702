import Synchronization
import TidingsCore

extension Roster {
  /// A roster of its own for a state of its own.
  func copy() -> Roster {
    let copy = Roster(
      isTakenFreely: baton.isTakenFreely, openRun: openRun.load(ordering: .relaxed), isStanding: isStanding,
      helpLimit: helpLimit)
    copy.listed = listed.copy()
    copy.guarded = guarded
    copy.guarded.newcomers = guarded.newcomers.copy()
    copy.baton.word.store(baton.word.load(ordering: .relaxed), ordering: .relaxed)
    return copy
  }

  /// Those on the list, and those who come onto it next.
  var ids: [SubscriptionID] { listedIDs + newcomerIDs }
  var listedIDs: [SubscriptionID] { listed.ids }
  var newcomerIDs: [SubscriptionID] { guarded.newcomers.ids }
  var phases: [SubscriptionPhase] { ids.map { phase(of: $0) } }
}

extension SlotBuffer {
  func copy() -> SlotBuffer {
    var copy = SlotBuffer()
    for index in 0..<count {
      unsafe copy.append(SubscriberSlot(slots[index].id, slots[index].phase, slots[index].closure))
    }
    return copy
  }

  var ids: [SubscriptionID] {
    (0..<count).map { unsafe slots[$0].id }
  }
}
