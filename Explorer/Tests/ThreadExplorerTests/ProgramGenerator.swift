import ThreadExplorer

/// Makes programs of two or three threads whose schedules can all be run.
struct ProgramGenerator {
  private var random: SplitMix64
  private var values = 0
  private var hasSpawned = false

  private init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  /// So many programs of which each has fewer than 5,000 schedules.
  static func programs(_ count: Int) -> [Program] {
    var programs: [Program] = []
    var generator = ProgramGenerator(seed: 1)
    while programs.count < count {
      let program = generator.makeProgram()
      let schedules = program.outcomes(.everyTrace, counting: true).1.countedSchedules ?? 0
      if schedules < 5_000 { programs.append(program) }
    }
    return programs
  }

  private mutating func makeProgram() -> Program {
    hasSpawned = false
    let threads = Int.random(in: 2...3, using: &random)
    let length = threads == 2 ? 2...4 : 2...2
    var program = Program(threads: [])
    for _ in 0..<threads {
      let count = Int.random(in: length, using: &random)
      program.threads.append((0..<count).map { _ in statement(isNested: false) })
    }
    // As many as are waited for: then no thread waits for ever.
    program.signals = 0
    if Bool.random(using: &random) {
      program.threads[0].append(.signal)
      program.threads[1].insert(.wait, at: 0)
      if threads == 3 {
        program.signals = 1
        program.threads[2].insert(.wait, at: 0)
      }
    }
    return program
  }

  private mutating func statement(isNested: Bool) -> Program.Statement {
    values += 1
    let variable = Int.random(in: 0...1, using: &random)
    let sorts = isNested ? [0, 1, 2, 3, 4, 8] : Array(0...9)
    switch sorts.randomElement(using: &random) {
    case 0: return .load(variable)
    case 1: return .store(variable, values)
    case 2: return .storeRemembered(variable, values)
    case 3: return .add(variable, values)
    case 4: return .compareExchange(variable, values)
    case 5, 6: return .locked([statement(isNested: true)])
    case 7:
      guard !hasSpawned else { return .load(variable) }
      hasSpawned = true
      return .spawn([statement(isNested: true)])
    case 8:
      return Bool.random(using: &random) ? .signals("name", values) : .observes("name", values)
    default: return .ifEven([statement(isNested: true)])
    }
  }
}
