import Testing
import Tidings
import TidingsTesting

@Suite("What a test has not implemented fails it")
struct UnimplementedTests {
  @Test func `as a broadcaster that is subscribed to, which ends`() {
    let failures = Failures.of {
      let contacts = Broadcaster<Int>.unimplemented("contacts")
      try contacts.map { $0 + 1 }.record().completion()
    }
    #expect(failures == ["“contacts” is not implemented in this test, and was subscribed to"])
  }

  @Test func `as a value that is read or subscribed to, which is its placeholder`() {
    let failures = Failures.of {
      let count = PublishedValue.unimplemented("count", placeholder: 5)
      #expect(count.value == 5)
      count.record().expect(all: [5])
    }
    #expect(
      failures == [
        "“count” is not implemented in this test, and its value was read",
        "“count” is not implemented in this test, and was subscribed to",
      ])
  }

  @Test func `as a task that is subscribed to, which fails`() {
    let failures = Failures.of {
      let search = PublishedTask<Never, Int, any Error>.unimplemented("search")
      let result = try search.record().completion()
      #expect(throws: UnimplementedError.self) { try result.get() }
    }
    #expect(failures == ["“search” is not implemented in this test, and was subscribed to"])
  }

  @Test func `as a task with a placeholder for its result`() {
    let failures = Failures.of {
      let search = PublishedTask<Never, Int, Never>.unimplemented("search", placeholder: .success(3))
      let result = try search.record().completion()
      #expect(result == .success(3))
    }
    #expect(failures.count == 1)
  }

  @Test func `not if it is not used`() {
    let failures = Failures.of {
      let contacts = Broadcaster<Int>.unimplemented("contacts")
      withExtendedLifetime(contacts.filter { $0 > 1 }) {}
    }
    #expect(failures == [])
  }
}
