import Dispatch
import TestSupport
import Testing
import TidingsCore

@Suite("A wait on the main actor")
@MainActor
struct MainActorDeadlockCheckTests {
  @Test func `is flagged if it waits for a delivery on the main actor, regardless of nested waits`() {
    #expect(MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.main) })
    #expect(!MainActorDeadlockCheck.isNoted {})
    var inner: Bool?
    let outer = MainActorDeadlockCheck.isNoted {
      MainActorDeadlockCheck.note(.main)
      inner = MainActorDeadlockCheck.isNoted {}
    }
    #expect(outer)
    #expect(inner == false)
    let outside = MainActorDeadlockCheck.isNoted {
      inner = MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.main) }
    }
    #expect(!outside)
    #expect(inner == true)
  }

  @Test func `is not flagged for deliveries or subscriptions on other threads`() async {
    #expect(!MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.actor(WeakActor(Elsewhere()))) })
    #expect(!MainActorDeadlockCheck.isNoted { onOtherThread { MainActorDeadlockCheck.note(.main) } })
    MainActorDeadlockCheck.note(.main)
    #expect(!MainActorDeadlockCheck.isNoted {})
    await onThreads { _ in #expect(!MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.main) }) }
  }
}

private actor Elsewhere {}
