import Foundation

/// The kept inputs of a fuzz test: one of each kind, and every input that has ever caused a fault.
struct Corpus {
  let inputs: [(name: String, bytes: [UInt8])]

  init(of fuzzed: Fuzzed) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(components: "Corpus", fuzzed.name)
    inputs = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }.sorted()
      .map { ($0, Array(try Data(contentsOf: folder.appending(component: $0)))) }
  }
}
