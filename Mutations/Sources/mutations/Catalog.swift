import Foundation
import Weaving

/// All mutations, in the order of their names.
struct Catalog {
  let mutations: [Mutation]

  /// The folder of the repository is the current one.
  static func read() throws -> Catalog {
    let folder = URL(fileURLWithPath: "Tests/Mutations")
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    let patches = files.filter { $0.pathExtension == "patch" }.sorted { $0.path < $1.path }
    return Catalog(
      mutations: try patches.map { file in
        try Mutation(
          name: file.deletingPathExtension().lastPathComponent, patch: try String(contentsOf: file, encoding: .utf8))
      })
  }

  /// The mutations with these names, or all, with the numbers by which they are switched on.
  func numbered(_ names: [String]) throws -> [(number: Int, mutation: Mutation)] {
    for name in names where !mutations.contains(where: { $0.name == name }) {
      throw WeavingError("Tests/Mutations has no \(name).patch")
    }
    return mutations.enumerated().filter { names.isEmpty || names.contains($0.element.name) }
      .map { (number: $0.offset, mutation: $0.element) }
  }

  /// Every scenario that a mutation is run in.
  var scenarios: [String] {
    Set(mutations.flatMap(\.scenarios)).sorted()
  }
}
