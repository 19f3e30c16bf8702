import TidingsCore

/// Compares publishers with marble diagrams.
///
///     let marbles = Marbles()
///     let source = marbles.hot(  "a-b---c----|")
///     marbles.expect(
///       source.debounce(for: .seconds(2), scheduler: marbles.scheduler),
///                                "----b---c--|")
///
/// See ``MarbleDiagram`` for the marks. A column is a ``frame`` of virtual time, one second by default. A letter is a
/// value of the given dictionary, or else its own value.
///
/// A diagram starts at the current time. In one frame, updates of sources come first, because sources are created
/// first. So a subscriber misses an update in the frame of its `^`, and receives one in the frame of its `!`.
public final class Marbles: Sendable {
  /// The scheduler for the operators under test.
  public let scheduler = ManualScheduler()
  /// The duration of one column.
  public let frame: Duration

  private struct State: Sendable {
    /// The end of the longest diagram.
    var end = Duration.zero
    /// The length of the longest diagram, because a cold source can begin at any time.
    var longest = 0
    /// Keeps stubs alive, because they end when they are released.
    var kept: [any Sendable] = []
  }

  private let state = Locked(State())

  /// Creates diagrams at time zero.
  ///
  /// - Parameter frame: The duration of one column, greater than zero.
  public init(frame: Duration = .seconds(1)) {
    guard frame > .zero else { fatalError("Marbles(frame:) takes a duration greater than zero, not \(frame)") }
    self.frame = frame
  }

  /// Returns the duration of a number of columns.
  public func frames(_ count: Int) -> Duration {
    frame * count
  }

  /// Advances the time to the end of all diagrams, and a hundred frames further to find unexpected updates.
  ///
  /// Each `expect` calls it.
  public func run() {
    let (end, longest) = state.withLock { ($0.end, $0.longest) }
    scheduler.advance(to: max(scheduler.uptime, end) + frames(longest + 100))
  }

  func keep(_ object: some Sendable) {
    state.withLock { $0.kept.append(object) }
  }

  /// Extends the run to the end of the diagram.
  func makeTime(for diagram: MarbleDiagram) {
    let end = scheduler.uptime + frames(diagram.length)
    state.withLock { state in
      state.end = max(state.end, end)
      state.longest = max(state.longest, diagram.length)
    }
  }

  /// Runs a job in a frame of a diagram that starts now.
  func schedule(inFrame number: Int, _ job: @escaping @Sendable () -> Void) {
    keep(scheduler.enqueue(after: frames(number), job))
  }
}
