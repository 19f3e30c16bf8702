import Synchronization
import ThreadExplorer

/// A small program for a few threads that share variables, a lock and a semaphore.
struct Program: CustomStringConvertible, Sendable {
  indirect enum Statement: Sendable {
    /// Remembers the value of a variable.
    case load(Int)
    /// Stores a number that no other statement has.
    case store(Int, Int)
    /// Stores ten times the remembered value and a number.
    case storeRemembered(Int, Int)
    case add(Int, Int)
    /// From zero to a number.
    case compareExchange(Int, Int)
    case locked([Statement])
    case signal
    case wait
    case spawn([Statement])
    /// Records a number, by a name that it signals or observes.
    case signals(String, Int)
    case observes(String, Int)
    /// Only if the remembered value is even.
    case ifEven([Statement])
  }

  var threads: [[Statement]]
  var signals = 0

  var description: String { threads.map { "\($0)" }.joined(separator: "\n") }

  /// The values at the end, and what each thread has seen, for each schedule that is run. Two that differ only in the order
  /// of independent steps are the same.
  func outcomes(_ extent: ThreadExplorer.Extent, counting: Bool = false) -> (Set<String>, ExplorationResult) {
    var explorer = ThreadExplorer(extent, scheduleLimit: 2_000_000)
    explorer.countsSchedules = counting
    let outcomes = Mutex(Set<String>())
    let result = explorer.explore("program") { scene in
      let machine = Machine(signals: signals)
      for (number, statements) in threads.enumerated() {
        scene.thread { machine.run(statements, as: "\(number)") }
      }
      scene.expect {
        _ = outcomes.withLock { $0.insert(machine.outcome) }
        return nil
      }
    }
    return (outcomes.withLock { $0 }, result)
  }
}

/// Runs the threads of a program.
private final class Machine: Sendable {
  private let variables = (0..<3).map { _ in ExploredAtomic(0) }
  private let lock = ExploredLock()
  private let semaphore: ExploredSemaphore
  private let seen = Mutex([String: [Int]]())
  private let log = ExploredLog<Int>()
  private let pairs = Mutex(Set<[Int]>())
  private let names = Mutex([Int: (name: String, signals: Bool)]())

  init(signals: Int) {
    semaphore = ExploredSemaphore(signals)
  }

  func run(_ statements: [Program.Statement], as name: String) {
    var remembered = 0
    run(statements, as: name, &remembered)
  }

  private func run(_ statements: [Program.Statement], as name: String, _ remembered: inout Int) {
    for (number, statement) in statements.enumerated() {
      switch statement {
      case .load(let variable):
        remembered = variables[variable].load(ordering: .acquiring)
        note(remembered, name)
      case .store(let variable, let value):
        variables[variable].store(value, ordering: .releasing)
      case .storeRemembered(let variable, let value):
        variables[variable].store(remembered * 10 + value, ordering: .releasing)
      case .add(let variable, let value):
        remembered = variables[variable].add(value, ordering: .acquiringAndReleasing).oldValue
        note(remembered, name)
      case .compareExchange(let variable, let value):
        remembered =
          variables[variable].compareExchange(
            expected: 0, desired: value, ordering: .acquiringAndReleasing
          ).original
        note(remembered, name)
      case .locked(let body):
        lock.withLock { run(body, as: name, &remembered) }
      case .signal:
        semaphore.signal()
      case .wait:
        semaphore.wait()
      case .spawn(let body):
        ControlledThread.current?.spawn { [self] in run(body, as: "\(name).\(number)") }
      case .signals(let event, let value):
        names.withLock { $0[value] = (event, true) }
        log.record(value, order: .signals(event))
      case .observes(let event, let value):
        names.withLock { $0[value] = (event, false) }
        log.record(value, order: .observes(event))
      case .ifEven(let body):
        if remembered.isMultiple(of: 2) { run(body, as: name, &remembered) }
      }
    }
  }

  private func note(_ value: Int, _ name: String) {
    seen.withLock { $0[name, default: []].append(value) }
  }

  var outcome: String {
    let values = variables.map(\.value)
    let seen = seen.withLock { $0.sorted { $0.key < $1.key } }
    return "\(values) \(seen) \(orders)"
  }

  /// The order of each two events that an expectation may look at.
  private var orders: [String] {
    let (events, names) = (log.events, names.withLock { $0 })
    var orders: [String] = []
    for (first, event) in events.enumerated() {
      for later in events[(first + 1)...] {
        guard let one = names[event], let other = names[later] else { continue }
        if one.name == other.name, one.signals != other.signals { orders.append("\(event)<\(later)") }
      }
    }
    return orders.sorted()
  }
}
