import Foundation
import Testing

/// Compiler messages for mistakes. They name a solution if possible, and never internal names.
@Suite("Mistakes of newcomers")
struct MistakesTests {
  @Test(arguments: Mistake.all)
  func `Each has the expected compiler message, without internal names`(_ mistake: Mistake) async throws {
    let messages = try await Answers.inSwift6.messages(to: mistake)
    #expect(
      messages.contains { $0.contains(mistake.answer) }, "\(messages.joined(separator: "\n"))")
    for message in messages {
      for name in Self.internalNames { #expect(!message.contains(name), "\(message)") }
    }
  }

  @Test(arguments: Mistake.all.filter { $0.page != nil })
  func `A message that does not name the solution is quoted on a page`(_ mistake: Mistake) throws {
    let page = try String(contentsOf: Self.pages.appending(path: "\(try #require(mistake.page)).md"), encoding: .utf8)
    // Only the names in quotation marks differ.
    let words = mistake.answer.split(separator: "'", omittingEmptySubsequences: false).enumerated()
      .filter { $0.offset.isMultiple(of: 2) && $0.element.contains { $0 != " " } }.map(\.element)
    let quotes = page.split(separator: "\n").filter { $0.hasPrefix("    ") }
    #expect(quotes.contains { quote in words.allSatisfy { quote.contains($0) } })
  }

  @Test func `There are at least a hundred different mistakes`() {
    #expect(Mistake.all.count >= 100)
    #expect(Set(Mistake.all.map(\.code)).count == Mistake.all.count)
  }

  private static let pages = URL(filePath: #filePath)
    .deletingLastPathComponent().appending(path: "../../../../Sources/Tidings/Tidings.docc").standardized

  private static let internalNames = [
    "Attach", "Attachable", "OperatorInputs", "OperatorOutput", "DeliveringPublisher", "Upstreams",
    "DeliveryContext",
    "Hub", "Mailbox", "EndHandler", "IsolatedClosure", "SubscriptionOwner",
  ]
}
