import OpenCombine
import TestSupport
import Testing

/// The row of README's comparison about closures in main-actor code.
@Suite("Closures of Combine in main-actor code")
struct CombineClosureTests {
  final class Model {
    private(set) var number = 0

    func follow(_ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
      subject.sink { [weak self] in self?.number = $0 }
    }
  }

  private static func sendFromAnotherThread() {
    // A subject may send on any thread, although it is not declared to be Sendable.
    nonisolated(unsafe) let subject = PassthroughSubject<Int, Never>()
    let model = Model()
    let cancellable = model.follow(subject)
    onOtherThread { subject.send(1) }
    cancellable.cancel()
    withExtendedLifetime(model) {}
  }

  @Test func `stop the program for an update on another thread`() async {
    await #expect(processExitsWith: .failure) { await Self.sendFromAnotherThread() }
  }

  @Test func `run for an update on the main actor`() {
    let subject = PassthroughSubject<Int, Never>()
    let model = Model()
    let cancellable = model.follow(subject)
    subject.send(1)
    #expect(model.number == 1)
    cancellable.cancel()
  }
}
