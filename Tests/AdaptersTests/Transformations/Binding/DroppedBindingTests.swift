#if DEBUG
  import Foundation
  import TestSupport
  import Testing
  import Tidings

  @Suite("A binding whose token is dropped in the function that created it")
  struct DroppedBindingTests {
    private let place: StaticString = "DroppedBindingTests/place"

    private func expectNote(_ line: UInt, _ bind: (UInt) -> Void, _ name: Comment) {
      #expect(debugNotes(about: place, line: line) { bind(line) }.count == 1, name)
    }

    @Test func `is reported for each variant`() {
      let value = PublishedProperty(1)
      let target = PublishedProperty(0)
      let source = BroadcastSource<Int>()
      let task = PublishedTask<Int, Int, CancellationError>.pending()
      let optional = PublishedProperty<Int?>(nil)
      let failure = PublishedProperty<CancellationError?>(nil)
      let center = NotificationCenter()
      let name = Notification.Name("DroppedBindingTests")
      let action = Action<Int, Never, Int, Never> { .success($0) }
      let forms: [(name: Comment, bind: (UInt) -> Void)] = [
        ("property", { _ = value.bind(to: target, fileID: place, line: $0) }),
        ("source", { _ = value.forward(to: source, fileID: place, line: $0) }),
        ("both ways", { _ = value.bind(bothWaysWith: target, fileID: place, line: $0) }),
        ("success", { _ = task.bind(success: target, fileID: place, line: $0) }),
        ("optional success", { _ = task.bind(success: optional, fileID: place, line: $0) }),
        ("failure", { _ = task.bind(failure: failure, fileID: place, line: $0) }),
        ("progress", { _ = task.bind(progress: target, fileID: place, line: $0) }),
        ("both", { _ = task.bind(success: target, failure: failure, fileID: place, line: $0) }),
        ("both optional", { _ = task.bind(success: optional, failure: failure, fileID: place, line: $0) }),
        ("notification", { _ = value.forward(to: center, as: name, fileID: place, line: $0) }),
        ("action", { _ = value.bind(to: action, fileID: place, line: $0) }),
      ]
      for (index, form) in forms.enumerated() { expectNote(UInt(index), form.bind, form.name) }
    }

    @Test func `is not reported if it has forwarded a change`() {
      let left = PublishedProperty(1)
      let right = PublishedProperty(0)
      let oneWay = debugNotes(about: place, line: 200) {
        let subscription = left.bind(to: right, fileID: place, line: 200)
        left.value += 1
        withExtendedLifetime(subscription) {}
      }
      let bothWays = debugNotes(about: place, line: 201) {
        let subscription = left.bind(bothWaysWith: right, fileID: place, line: 201)
        left.value += 1
        withExtendedLifetime(subscription) {}
      }
      #expect(oneWay.isEmpty)
      #expect(bothWays.isEmpty)
    }

    @Test
    @MainActor
    func `is reported on the main actor`() {
      let value = PublishedProperty(1)
      let label = Label()
      expectNote(101, { _ = value.bind(to: \.number, on: label, fileID: place, line: $0) }, "key path")
      expectNote(102, { _ = value.bind(to: \.optional, on: label, fileID: place, line: $0) }, "optional key path")
    }
  }

  @MainActor
  private final class Label {
    var number = 0
    var optional: Int?
  }
#endif
