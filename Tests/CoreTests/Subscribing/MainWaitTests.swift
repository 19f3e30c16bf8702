import Dispatch
import TestSupport
import Testing
import TidingsCore

@Suite("A wait on the main actor")
@MainActor
struct MainWaitTests {
  @Test
  func `is known to be for what the main actor delivers, also when something else is waited for inside`() {
    #expect(MainWait.isNoted { MainWait.note(.main) })
    #expect(!MainWait.isNoted {})
    var inner: Bool?
    let outer = MainWait.isNoted {
      MainWait.note(.main)
      inner = MainWait.isNoted {}
    }
    #expect(outer)
    #expect(inner == false)
    let outside = MainWait.isNoted { inner = MainWait.isNoted { MainWait.note(.main) } }
    #expect(!outside)
    #expect(inner == true)
  }

  @Test
  func `is not for what is delivered elsewhere, nor for what another thread subscribes to meanwhile`() async {
    #expect(!MainWait.isNoted { MainWait.note(.caller(WeakActor(Elsewhere()))) })
    #expect(!MainWait.isNoted { onOtherThread { MainWait.note(.main) } })
    MainWait.note(.main)
    #expect(!MainWait.isNoted {})
    await onThreads { _ in #expect(!MainWait.isNoted { MainWait.note(.main) }) }
  }
}

private actor Elsewhere {}
