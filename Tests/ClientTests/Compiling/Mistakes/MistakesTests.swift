import Testing

/// What the compiler says about mistakes: it names the way out where it can, and never what only the package knows.
@Suite("Mistakes of those who are new")
struct MistakesTests {
  @Test(arguments: Mistake.all)
  func `Each is answered`(_ mistake: Mistake) async throws {
    let messages = try await Answers.inSwift6.messages(to: mistake)
    #expect(
      messages.contains { $0.contains(mistake.answer) }, "\(messages.joined(separator: "\n"))")
    for message in messages {
      for name in Self.internalNames { #expect(!message.contains(name), "\(message)") }
    }
  }

  @Test
  func `There are a hundred and more, each of them once`() {
    #expect(Mistake.all.count >= 100)
    #expect(Set(Mistake.all.map(\.code)).count == Mistake.all.count)
  }

  private static let internalNames = [
    "Attachment", "attachment", "Attachable", "MultiInputOperator", "OperatorInputs", "OperatorOutput", "StepMemory",
    "Hub", "Mailbox", "EndHandler", "IsolatedClosure", "SubscriptionHandle", "SubscriptionOwner",
  ]
}
