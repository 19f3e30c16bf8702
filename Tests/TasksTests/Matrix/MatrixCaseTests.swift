import Testing

struct MatrixCaseTests {
  @Test func areThreeHundredOrMoreAndAllDifferent() {
    #expect(MatrixCase.all.count >= 300)
    #expect(Set(MatrixCase.all.map(\.description)).count == MatrixCase.all.count)
  }

  @Test func allSayWhatHasToComeOfThem() {
    #expect(MatrixCase.all.allSatisfy { !$0.outcome.files.isEmpty || !$0.outcome.failures.isEmpty })
  }

  @Test(arguments: MatrixMode.allCases)
  func failInEveryModeAndSucceedInEveryMode(mode: MatrixMode) {
    let outcomes = MatrixCase.all.filter { $0.mode == mode }.map(\.outcome)
    #expect(outcomes.contains { $0.files.isEmpty })
    #expect(outcomes.contains { $0.failures.isEmpty })
  }

  @Test func countsTheRequestsOfEachMode() {
    #expect(MatrixMode.allCases.filter { $0.makes(requests: 2) } == [.windows, .resumed, .segments])
    #expect(MatrixMode.allCases.filter { $0.makes(requests: 5) } == [.windows, .segments])
  }
}
