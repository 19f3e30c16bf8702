import Foundation
import Testing

/// The errors and warnings for all mistakes, which are compiled together.
actor Answers {
  static let inSwift6 = Answers(.swift6)

  private let compiler: Compiler
  private var compilation: Task<[Int: [String]], any Error>?

  init(_ compiler: Compiler) {
    self.compiler = compiler
  }

  func messages(to mistake: Mistake) async throws -> [String] {
    let place = try #require(Source.all.lines[mistake.code])
    let messages = try await messagesByLine()
    return place.flatMap { messages[$0, default: []] }
  }

  private func messagesByLine() async throws -> [Int: [String]] {
    if let compilation { return try await compilation.value }
    let compiler = compiler
    let task = Task {
      var messages: [Int: [String]] = [:]
      let message = /<stdin>:(?<line>\d+):\d+: (error|warning): (?<text>.*)/
      for line in try await compiler.output(of: Source.all.text).split(separator: "\n") {
        guard let match = try message.wholeMatch(in: line), let number = Int(match.output.line) else { continue }
        messages[number, default: []].append(String(match.output.text))
      }
      return messages
    }
    compilation = task
    return try await task.value
  }

  /// A function for each mistake, and the lines of its code.
  private struct Source {
    static let all = Source(of: Mistake.all)

    private(set) var text = surroundings
    private(set) var lines: [String: Range<Int>] = [:]

    init(of mistakes: [Mistake]) {
      for (number, mistake) in mistakes.enumerated() {
        text += "extension Surroundings { func mistake\(number)() {\n"
        let first = text.count { $0 == "\n" } + 1
        text += mistake.code + "\n"
        lines[mistake.code] = first..<text.count { $0 == "\n" } + 1
        text += "} }\n"
      }
    }

    private static let surroundings = """
      import Foundation
      import Tidings
      #if canImport(FoundationNetworking)
        import FoundationNetworking
      #endif
      struct Oops: Error {}
      struct User: Decodable, Sendable {}
      final class Row {}
      @MainActor final class Screen { var title = ""; var factor = 2; func format(_ number: Int) -> String { "" } }
      final class Legacy { var title = "" }
      func load(_ number: Int) async throws -> String { "" }
      func save(_ number: Int) async {}
      func fetch(_ completion: @escaping @Sendable (Int) -> Void) {}
      actor Journal { func add(_ line: Int) {} }
      struct Surroundings {
        let source: BroadcastSource<Int>
        let events: Broadcaster<Int>
        let optionals: Broadcaster<Int?>
        let property: PublishedProperty<Int>
        let value: PublishedValue<Int>
        let task: PublishedTask<Double, Int, any Error>
        let sureTask: PublishedTask<Never, Int, Never>
        let action: Action<Int, Never, Int, any Error>
        let bag: SubscriptionBag
        let subscription: Subscription
        let screen: Screen
        let url: URL
        let journal: Journal
        let response: DecodedResponse<Data>
      }

      """
  }
}
