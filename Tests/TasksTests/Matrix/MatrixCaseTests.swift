import Testing

struct MatrixCaseTests {
  @Test func `are three hundred or more and all different`() {
    #expect(MatrixCase.all.count >= 300)
    #expect(Set(MatrixCase.all.map(\.description)).count == MatrixCase.all.count)
  }

  @Test func `all say what has to come of them`() {
    #expect(MatrixCase.all.allSatisfy { !$0.outcome.files.isEmpty || !$0.outcome.failures.isEmpty })
  }

  @Test(arguments: MatrixMode.allCases)
  func `fail in every mode and succeed in every mode`(mode: MatrixMode) {
    let outcomes = MatrixCase.all.filter { $0.mode == mode }.map(\.outcome)
    #expect(outcomes.contains { $0.files.isEmpty })
    #expect(outcomes.contains { $0.failures.isEmpty })
  }

  @Test func `counts the requests of each mode`() {
    #expect(MatrixMode.allCases.filter { $0.makes(requests: 2) } == [.windows, .resumed])
    #expect(MatrixMode.allCases.filter { $0.makes(requests: 5) } == [.windows])
  }
}
