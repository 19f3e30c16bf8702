import TestSupport
import Testing
import Tidings

@Suite("Mapping with a closure that throws")
struct TryMapTests {
  private func number(in text: String) throws -> Int {
    guard let number = Int(text) else { throw Fault(code: text.count) }
    return number
  }

  @Test func `of a value is a value`() throws {
    let text = PublishedProperty("1")
    let numbers: PublishedValue<Result<Int, any Error>> = text.tryMap { try number(in: $0) }
    #expect(try numbers.value.get() == 1)
    text.value = "ab"
    #expect(throws: Fault(code: 2)) { try numbers.value.get() }
  }

  @Test(arguments: [
    ("7", "success 7"), ("abc", "failure 3"),
  ])
  func `succeeds with the returned value, and fails with the thrown error`(text: String, outcome: String) {
    let source = TaskSource<Int, String, Never>()
    let history = History<String>()
    let subscription = source.publishedTask.tryMap { try number(in: $0) }.record(in: history)
    source.report(1)
    source.succeed(text)
    #expect(history.events == ["1", outcome, "end"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `does not change a failure, and does not call its closure`() {
    let history = History<String>()
    _ = PublishedTask<Int, String, Fault>.failure(Fault(code: 9)).tryMap { text -> Int in
      history.record("called")
      return try number(in: text)
    }.record(in: history)
    #expect(history.events == ["failure 9", "end"])
  }
}
