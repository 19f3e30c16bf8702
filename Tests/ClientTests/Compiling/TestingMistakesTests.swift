import Testing

/// Messages of the compiler about names of other test kits.
struct TestingMistakesTests {
  @Test(arguments: [
    ("recorder.all", "recorder.updates"), ("recorder.elements", "recorder.updates"),
    ("recorder.availableElements", "recorder.updates"), ("recorder.events", "recorder.timeline"),
  ])
  func `A recorder asked by another name says its own`(mistake: String, right: String) async throws {
    let source = """
      import Tidings
      import TidingsTesting
      func look(at recorder: Recorder<Int>) { print(\(mistake)) }
      """
    try await Compiler.swift6.rejects(
      source, saying: "has been renamed to '\(right.replacing("recorder.", with: ""))'")
    try await Compiler.swift6.accepts(source.replacing(mistake, with: right))
  }
}
