import Testing
import TidingsCore

/// What the compiler makes of closures handed to `subscribe`: the rest is built on this.
struct IsolatedClosureTests {
  @Test("A closure in nonisolated code has no actor")
  func nonisolatedClosure() {
    #expect(isolation { _ in } == nil)
  }

  @Test("A closure in main-actor code is the main actor's, also without captures")
  @MainActor
  func mainActorClosure() {
    #expect(isolation { _ in } === MainActor.shared)
  }

  @Test("A closure marked @MainActor is the main actor's, wherever it stands")
  func markedClosure() {
    #expect(isolation { @MainActor _ in } === MainActor.shared)
  }

  @Test("A closure marked with another global actor is that actor's")
  func globalActorClosure() {
    #expect(isolation { @Librarian _ in } === Librarian.shared)
  }

  @Test("A closure that captures its actor is that actor's")
  func capturingClosure() async {
    let counter = Counter()
    #expect(await counter.isolationOfCapturingClosure === counter)
  }

  @Test("A closure that does not capture its actor has none, and so does not keep it alive")
  func closureWithoutCaptures() async {
    #expect(await Counter().isolationOfClosureWithoutCaptures == nil)
  }

  @Test("A closure that captures its actor weakly has none, and so does not keep it alive")
  func weaklyCapturingClosure() async {
    #expect(await Counter().isolationOfWeaklyCapturingClosure == nil)
  }

  @Test("A method reference of a main-actor class is the main actor's")
  @MainActor
  func mainActorMethod() {
    #expect(isolation(of: Screen().show) === MainActor.shared)
  }

  /// Were this to fail, the compiler would have been mended (swiftlang/swift#86801), and the fallback to the caller's
  /// isolation would matter less.
  @Test("A method reference of an actor has lost its actor")
  func actorMethod() async {
    #expect(await Counter().isolationOfMethod == nil)
  }

  @Test("The closure is called with its argument")
  func call() async {
    await confirmation { isCalled in
      IsolatedClosure<Int> { if $0 == 7 { isCalled() } }.call(7)
    }
  }

  @Test("A closure of two arguments is called with both")
  func callBinary() async {
    await confirmation { isCalled in
      IsolatedBinaryClosure<Int, String> { if $0 == 7, $1 == "seven" { isCalled() } }.call(7, "seven")
    }
  }

  @Test("A closure without argument is called")
  func callAction() async {
    await confirmation { isCalled in
      IsolatedAction { isCalled() }.call()
    }
  }
}

/// Takes a closure as `subscribe` does, and tells whose it is.
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
