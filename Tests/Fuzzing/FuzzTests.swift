import Foundation
import TestSupport
import Testing

/// Runs the parsers of untrusted bytes on many inputs. `Scripts/fuzz` runs more of them.
///
/// One after the other, so that after a crash only the input that has caused it is kept.
@Suite(.serialized) struct FuzzTests {
  private static let inputs =
    ProcessInfo.processInfo.environment["TIDINGS_FUZZ_INPUTS"].flatMap { Int($0) }
    ?? TestSize.scaled(10_000)
  /// The folder for the input that is being read, which remains there after a crash.
  private static let kept = ProcessInfo.processInfo.environment["TIDINGS_FUZZ_KEPT"].map { URL(filePath: $0) }

  @Test(arguments: Fuzzed.all) func `Inputs of the corpus are read without a fault`(_ fuzzed: Fuzzed) throws {
    for (name, bytes) in try Corpus(of: fuzzed).inputs {
      let fault = fuzzed.fault(bytes)
      #expect(fault == nil, "\(fuzzed)/\(name)")
    }
  }

  @Test(arguments: Fuzzed.all) func `Mutated inputs are read without a fault`(_ fuzzed: Fuzzed) throws {
    let corpus = try Corpus(of: fuzzed).inputs.map(\.bytes)
    try #require(!corpus.isEmpty)
    print("fuzzing \(fuzzed): \(Self.inputs) inputs, seed \(SplitMix64.seed), corpus \(corpus.count)")
    var mutator = Mutator(corpus: corpus, words: fuzzed.words, seed: SplitMix64.seed)
    for number in 0..<Self.inputs {
      let bytes = mutator.next()
      try keep(bytes, of: fuzzed)
      if let fault = fuzzed.fault(bytes) {
        Issue.record(
          "\(fuzzed), input \(number) of seed \(SplitMix64.seed): \(fault)\n\(Data(bytes).base64EncodedString())")
        return
      }
    }
    try discard(fuzzed)
  }

  private func keep(_ bytes: [UInt8], of fuzzed: Fuzzed) throws {
    guard let kept = Self.kept else { return }
    try Data(bytes).write(to: kept.appending(component: fuzzed.name))
  }

  /// Removes the current input. An input that remains has caused a crash.
  private func discard(_ fuzzed: Fuzzed) throws {
    guard let kept = Self.kept else { return }
    try FileManager.default.removeItem(at: kept.appending(component: fuzzed.name))
  }
}
