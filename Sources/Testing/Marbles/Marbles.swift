import TidingsCore

/// Draws what publishers deliver as marble diagrams, and what they are expected to make of it.
///
///     let marbles = Marbles()
///     let source = marbles.hot(  "a-b---c----|")
///     marbles.expect(
///       source.debounce(for: .seconds(2), scheduler: marbles.scheduler),
///                                "----b---c--|")
///
/// See ``MarbleDiagram`` for the marks. One column is a ``frame`` of virtual time, a second if nothing else is said; so
/// such a test takes no time. A letter stands for a value in the dictionary that is given, or else for itself.
///
/// Pictures start at the time when they are drawn. An update and a job of an operator that fall into the same frame
/// happen in the order in which they were scheduled: those of sources first, as these are drawn first. So a subscriber that
/// is drawn later misses an update in the frame of its `^`, and gets one in the frame of its `!`.
public final class Marbles: Sendable {
  /// Where everything is scheduled; operators under test take it.
  public let scheduler = ManualScheduler()
  /// How long one column of a picture lasts.
  public let frame: Duration

  private struct State: Sendable {
    /// The end of the picture that ends last.
    var end = Duration.zero
    /// The longest picture: a cold source may begin at any time.
    var longest = 0
    /// Stubs, which would end when they went away.
    var kept: [any Sendable] = []
  }

  private let state = Locked(State())

  /// Virtual time at its beginning.
  ///
  /// - Parameter frame: How long one column lasts; greater than zero.
  public init(frame: Duration = .seconds(1)) {
    guard frame > .zero else { fatalError("Marbles(frame:) takes a duration greater than zero, not \(frame)") }
    self.frame = frame
  }

  /// The duration of so many columns.
  public func frames(_ count: Int) -> Duration {
    frame * count
  }

  /// Lets time pass until all pictures are over, and a hundred frames more for what may come unexpected.
  ///
  /// Each `expect` does this by itself.
  public func run() {
    let (end, longest) = state.withLock { ($0.end, $0.longest) }
    scheduler.advance(to: max(scheduler.uptime, end) + frames(longest + 100))
  }

  func keep(_ object: some Sendable) {
    state.withLock { $0.kept.append(object) }
  }

  /// Lets the run last at least as long as the picture.
  func makeTime(for diagram: MarbleDiagram) {
    let end = scheduler.uptime + frames(diagram.length)
    state.withLock { state in
      state.end = max(state.end, end)
      state.longest = max(state.longest, diagram.length)
    }
  }

  /// Has something done in a frame of a picture that starts now.
  func schedule(inFrame number: Int, _ job: @escaping @Sendable () -> Void) {
    keep(scheduler.enqueue(after: frames(number), job))
  }
}
