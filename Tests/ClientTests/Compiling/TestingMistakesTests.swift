import Testing

/// Compiler messages for names of other test kits.
struct TestingMistakesTests {
  @Test(arguments: [
    ("recorder.all", "recorder.updates"), ("recorder.elements", "recorder.updates"),
    ("recorder.availableElements", "recorder.updates"), ("recorder.events", "recorder.timeline"),
  ])
  func `A property of a recorder from another test kit points to the name here`(mistake: String, right: String)
    async throws
  {
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
