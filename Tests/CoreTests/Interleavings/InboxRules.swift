import Testing
import TidingsCore

/// The inbox's decisions as the model takes them; the defaults are the real ones.
protocol InboxRules: Sendable {
  func makeRoom(
    by buffering: Buffering, _ inbox: inout InboxState<Int>
  ) -> (dropped: InboxState<Int>.Item?, isRefused: Bool)
  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival
  func next(_ inbox: inout InboxState<Int>) -> InboxState<Int>.Item?
  func pause(_ inbox: inout InboxState<Int>) -> Bool
  /// Returns whether a call is under way that still needs the closure.
  func close(_ inbox: inout InboxState<Int>) -> Bool
}

struct RealInboxRules: InboxRules {}

extension InboxRules {
  func makeRoom(
    by buffering: Buffering, _ inbox: inout InboxState<Int>
  ) -> (dropped: InboxState<Int>.Item?, isRefused: Bool) {
    inbox.makeRoom(by: buffering)
  }

  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival {
    inbox.arrive(item, isCurrent: isCurrent, phase: phase)
  }

  func next(_ inbox: inout InboxState<Int>) -> InboxState<Int>.Item? { inbox.next() }
  func pause(_ inbox: inout InboxState<Int>) -> Bool { inbox.pause() }
  func close(_ inbox: inout InboxState<Int>) -> Bool { inbox.close().isCalling }
}

/// A way to get the inbox wrong, the contract that it breaks, and a scenario in which it shows.
struct PlantedInboxFault: Sendable, CustomTestStringConvertible {
  let contract: Contract
  let name: String
  let rules: any InboxRules
  let scenario: InboxModel.Scenario

  var testDescription: String { "\(contract): \(name)" }

  static let all = [
    PlantedInboxFault(
      contract: .p9, name: "at once overtakes what hops", rules: AtOnceOvertakes(),
      scenario: .init(name: "", onMain: [.publish(2)], elsewhere: [[.publish(1)]])),
    PlantedInboxFault(
      contract: .p9, name: "everything hops", rules: EverythingHops(),
      scenario: .init(name: "", onMain: [.publish(1)], elsewhere: [])),
    PlantedInboxFault(
      contract: .p9, name: "delivered where it is published", rules: DeliversAnywhere(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1)]])),
    PlantedInboxFault(
      contract: .p9, name: "a job that pauses is not followed by another", rules: NoFollowUp(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1), .publish(2)]], jobLimit: 1)),
    PlantedInboxFault(
      contract: .p9, name: "each update has a job of its own", rules: OneJobEach(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1), .publish(2)]], reactions: [1: .publish(3)])),
    PlantedInboxFault(
      contract: .p2, name: "the closure is let go in the middle of a call", rules: ReleasedInFlight(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1)], [.invalidate]])),
    PlantedInboxFault(
      contract: .p2, name: "the closure is kept for a call that is not made", rules: NeverReleased(),
      scenario: .init(name: "", onMain: [.invalidate], elsewhere: [])),
    PlantedInboxFault(
      contract: .p10, name: "the end overtakes updates", rules: EndOvertakes(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1), .finish]])),
    PlantedInboxFault(
      contract: .p9, name: "the newest is dropped where the oldest should be", rules: DropsNewest(),
      scenario: .init(
        name: "", onMain: [], elsewhere: [[.publish(1), .publish(2), .publish(3)]], buffering: .newest(1))),
    PlantedInboxFault(
      contract: .p9, name: "dropped though there is room", rules: DropsEarly(),
      scenario: .init(name: "", onMain: [], elsewhere: [[.publish(1), .publish(2)]], buffering: .oldest(2))),
    PlantedInboxFault(
      contract: .p9, name: "the limit counts for nothing", rules: NoLimit(),
      scenario: .init(
        name: "", onMain: [], elsewhere: [[.publish(1), .publish(2), .publish(3)]], buffering: .oldest(1))),
  ]
}

private struct DropsNewest: InboxRules {
  func makeRoom(
    by buffering: Buffering, _ inbox: inout InboxState<Int>
  ) -> (dropped: InboxState<Int>.Item?, isRefused: Bool) {
    inbox.makeRoom(by: .oldest(1))
  }
}

private struct DropsEarly: InboxRules {
  func makeRoom(
    by buffering: Buffering, _ inbox: inout InboxState<Int>
  ) -> (dropped: InboxState<Int>.Item?, isRefused: Bool) {
    inbox.makeRoom(by: .oldest(1))
  }
}

private struct NoLimit: InboxRules {
  func makeRoom(
    by buffering: Buffering, _ inbox: inout InboxState<Int>
  ) -> (dropped: InboxState<Int>.Item?, isRefused: Bool) {
    (nil, false)
  }
}

private struct AtOnceOvertakes: InboxRules {
  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival {
    isCurrent ? .deliver : inbox.arrive(item, isCurrent: false, phase: phase)
  }
}

private struct EverythingHops: InboxRules {
  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival {
    inbox.arrive(item, isCurrent: false, phase: phase)
  }
}

private struct DeliversAnywhere: InboxRules {
  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival {
    inbox.arrive(item, isCurrent: true, phase: phase)
  }
}

private struct NoFollowUp: InboxRules {
  func pause(_ inbox: inout InboxState<Int>) -> Bool {
    _ = inbox.pause()
    return false
  }
}

/// A job takes one item and forgets to ask for more.
private struct OneJobEach: InboxRules {
  func next(_ inbox: inout InboxState<Int>) -> InboxState<Int>.Item? {
    inbox.isCalling ? nil : inbox.next()
  }
}

private struct ReleasedInFlight: InboxRules {
  func close(_ inbox: inout InboxState<Int>) -> Bool {
    _ = inbox.close()
    return false
  }
}

private struct NeverReleased: InboxRules {
  func close(_ inbox: inout InboxState<Int>) -> Bool {
    _ = inbox.close()
    return true
  }
}

private struct EndOvertakes: InboxRules {
  func arrive(
    _ item: InboxState<Int>.Item, isCurrent: Bool, phase: SubscriptionPhase, _ inbox: inout InboxState<Int>
  ) -> InboxState<Int>.Arrival {
    let arrival = inbox.arrive(item, isCurrent: isCurrent, phase: phase)
    guard case .end = item, case .done = arrival else { return arrival }
    return .deliver
  }
}
