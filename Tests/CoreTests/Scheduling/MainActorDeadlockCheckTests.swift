import Dispatch
import TestSupport
import Testing
import TidingsCore

@Suite("A wait on the main actor")
@MainActor
struct MainActorDeadlockCheckTests {
  @Test
  func `is known to be for what the main actor delivers, also when something else is waited for inside`() {
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

  @Test
  func `is not for deliveries on other threads, nor for subscriptions of other threads`() async {
    #expect(!MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.actor(WeakActor(Elsewhere()))) })
    #expect(!MainActorDeadlockCheck.isNoted { onOtherThread { MainActorDeadlockCheck.note(.main) } })
    MainActorDeadlockCheck.note(.main)
    #expect(!MainActorDeadlockCheck.isNoted {})
    await onThreads { _ in #expect(!MainActorDeadlockCheck.isNoted { MainActorDeadlockCheck.note(.main) }) }
  }
}

private actor Elsewhere {}
