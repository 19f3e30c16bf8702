import TestSupport
import Testing
import Tidings

@Suite("Mapping a result")
struct MapResultTests {
  @Test func `can replace a failure by a success`() {
    let history = History<String>()
    _ = PublishedTask<Never, Int, Fault>.failure(Fault(code: 3)).mapResult { result -> Result<String, Never> in
      .success("\(result)")
    }.record(in: history)
    #expect(history.events == ["success failure(3)", "end"])
  }
}
