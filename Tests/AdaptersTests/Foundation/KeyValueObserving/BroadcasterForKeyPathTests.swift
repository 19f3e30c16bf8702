import Foundation
import TestSupport
import Testing
import Tidings

@Suite("The changes of an observed property")
struct BroadcasterForKeyPathTests {
  private let history = History<KeyValueChange<String>>()

  @Test func `can be mapped from a type that is not Sendable`() {
    let person = Person()
    let subscription = person.broadcaster(for: \.friend, options: [.old, .new]) { $0?.first ?? "nobody" }
      .attach { [history] in history.record($0) }
    person.friend = Person()
    #expect(history.events == [KeyValueChange(oldValue: "nobody", newValue: "Ada")])
    subscription.invalidate()
  }

  @Test func `end when the object is released, also during a change`() async {
    await LiveScope.expectingNoLeaks {
      let held = Held(Gauge())
      let ends = History<String>()
      let subscription = held.current!.broadcaster(for: \.level).attach { change in
        held.letGo()
        ends.record("\(change.newValue ?? -1)")
      }
      subscription.whenEnded { ends.record("end") }
      held.current?.level = 1
      #expect(ends.events == ["1", "end"])
    }
  }
}
