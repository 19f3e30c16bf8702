import Dispatch
import Foundation

/// Random operations on random graphs, until so many have been done; every round is checked against its histories.
@main
enum Soak {
  static func main() {
    guard let options = Options(CommandLine.arguments.dropFirst()) else {
      print(Options.usage)
      exit(64)
    }
    print("soak: \(options.operations) operations, seed \(options.seed), rounds of \(options.round)")
    let start = ContinuousClock.now
    var operations = 0
    var deliveries = 0
    var rounds = 0
    var footprint: Int?
    var digest = Digest()
    while operations < options.operations {
      let seed = options.seed &+ UInt64(rounds)
      let threads = options.threads ?? 2 + Int(seed % 3)
      let outcome = Round(seed: seed, threads: threads, operations: options.round).run()
      let left = leftovers()
      guard outcome.faults.isEmpty, left.isEmpty else {
        for fault in (outcome.faults + left).prefix(20) { print(fault) }
        print(
          "\((outcome.faults + left).count) faults in round \(rounds): again with"
            + " --seed \(seed) --threads \(threads) --round \(options.round) --operations 1")
        exit(1)
      }
      operations += outcome.operations
      deliveries += outcome.deliveries
      rounds += 1
      digest.add(Int(truncatingIfNeeded: outcome.digest))
      // The allocator and the concurrency pool have got what they keep when a tenth is done.
      if footprint == nil, operations >= options.operations / 10 { footprint = Footprint.current }
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    print(
      "\(operations) operations and \(deliveries) deliveries in \(rounds) rounds, \(Int(seconds)) s,"
        + " digest \(String(digest.value, radix: 16))")
    checkFootprint(since: footprint)
  }

  /// What is alive after a round. The thread that has delivered last may still be letting go.
  private static func leftovers() -> [String] {
    // It looks at intervals, because nobody tells of the last object without a cost to every other.
    for _ in 0..<2_000 where Census.closures.count + Census.payloads.count > 0 {
      _ = DispatchSemaphore(value: 0).wait(timeout: .now() + 0.01)
    }
    return [(Census.closures, "closures"), (Census.payloads, "updates")].filter { $0.0.count > 0 }
      .map { "\($0.0.count) \($0.1) are still alive" }
  }

  private static func checkFootprint(since start: Int?) {
    guard let start, let end = Footprint.current else { return print("memory: not measured here") }
    let tolerance = 16 << 20
    print("memory: \(start >> 10) KiB after a tenth, \(end >> 10) KiB at the end")
    guard end <= start + tolerance else {
      print("It has grown by more than \(tolerance >> 20) MiB")
      exit(1)
    }
  }
}
