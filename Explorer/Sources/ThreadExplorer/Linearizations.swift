/// Counts the orders of steps that a partial order allows.
///
/// Each state of a count says how many steps each thread has taken; there are as many ways to it as to all states from
/// which one step leads there.
struct Linearizations {
  private(set) var count = 1.0

  /// - Parameters:
  ///   - threads: The thread of each step.
  ///   - pasts: For each step and thread, the position after the last step of that thread that comes before it or is it.
  init(threads: [Int], pasts: [VectorClock]) {
    let width = (threads.max() ?? -1) + 1
    var steps = [[Int]](repeating: [], count: width)
    var ordinals: [Int] = []
    for (position, thread) in threads.enumerated() {
      ordinals.append(steps[thread].count)
      steps[thread].append(position)
    }
    // For each step, how many steps of each thread it needs.
    let needs = threads.indices.map { step in
      (0..<width).map { thread in
        let past = Int(pasts[step][thread])
        return past == 0 || thread == threads[step] ? 0 : ordinals[past - 1] + 1
      }
    }
    var ways: [[Int]: Double] = [[Int](repeating: 0, count: width): 1]
    for _ in threads {
      var next: [[Int]: Double] = [:]
      for (state, number) in ways {
        for thread in 0..<width where state[thread] < steps[thread].count {
          let need = needs[steps[thread][state[thread]]]
          guard zip(state, need).allSatisfy({ $0 >= $1 }) else { continue }
          var following = state
          following[thread] += 1
          next[following, default: 0] += number
        }
      }
      ways = next
    }
    count = ways.values.first ?? 0
  }
}
