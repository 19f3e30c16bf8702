import Testing
import TidingsCore

/// The isolation that the compiler infers for closures of `subscribe`. All deliveries depend on it.
struct IsolatedClosureTests {
  @Test func `A closure in nonisolated code has no actor`() {
    #expect(isolation { _ in } == nil)
  }

  @Test
  @MainActor
  func `A closure in main-actor code is isolated to the main actor, even without captures`() {
    #expect(isolation { _ in } === MainActor.shared)
  }

  @Test func `A closure marked @MainActor in nonisolated code is isolated to the main actor`() {
    #expect(isolation { @MainActor _ in } === MainActor.shared)
  }

  @Test func `A closure marked with another global actor is isolated to that actor`() {
    #expect(isolation { @Librarian _ in } === Librarian.shared)
  }

  @Test func `A closure that captures its actor is isolated to that actor`() async {
    let counter = Counter()
    #expect(await counter.isolationOfCapturingClosure === counter)
  }

  @Test func `A closure that does not capture its actor is not isolated`() async {
    #expect(await Counter().isolationOfClosureWithoutCaptures == nil)
  }

  @Test func `A closure that captures its actor weakly is not isolated`() async {
    #expect(await Counter().isolationOfWeaklyCapturingClosure == nil)
  }

  @Test
  @MainActor
  func `A method reference of a main-actor class is isolated to the main actor`() {
    #expect(isolation(of: Screen().show) === MainActor.shared)
  }

  /// If this test fails, the compiler bug swiftlang/swift#86801 is fixed, and the fallback to the caller's isolation
  /// matters less.
  @Test func `A method reference of an actor loses its isolation`() async {
    #expect(await Counter().isolationOfMethod == nil)
  }

  @Test func `The closure is called with its argument`() async {
    await confirmation { isCalled in
      IsolatedClosure<Int> { if $0 == 7 { isCalled() } }.call(7)
    }
  }

  @Test func `A closure of two arguments is called with both`() async {
    await confirmation { isCalled in
      IsolatedBinaryClosure<Int, String> { if $0 == 7, $1 == "seven" { isCalled() } }.call(7, "seven")
    }
  }

  @Test func `A closure without argument is called`() async {
    await confirmation { isCalled in
      IsolatedAction { isCalled() }.call()
    }
  }
}

/// Takes a closure like `subscribe`, and returns its isolation.
private func isolation(
  @_inheritActorContext of closure: @escaping @isolated(any) @Sendable (Int) -> Void
) -> (any Actor)? {
  IsolatedClosure(closure).isolation
}

@globalActor private actor Librarian {
  static let shared = Librarian()
}

@MainActor private final class Screen {
  func show(_ number: Int) {}
}

private actor Counter {
  private var count = 0

  private func add(_ number: Int) {
    count += number
  }

  var isolationOfCapturingClosure: (any Actor)? {
    isolation { self.count += $0 }
  }

  var isolationOfClosureWithoutCaptures: (any Actor)? {
    isolation { _ in }
  }

  var isolationOfWeaklyCapturingClosure: (any Actor)? {
    isolation { [weak self] number in self?.assumeIsolated { $0.count += number } }
  }

  var isolationOfMethod: (any Actor)? {
    isolation(of: add)
  }
}
