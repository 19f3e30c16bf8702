import TestSupport
import TidingsTesting

/// The reports to the host of a test.
struct Failures: Sendable {
  struct Reported: Error {}

  private let history = History<String>()

  var messages: [String] { history.events }

  /// Runs a part of a test whose failures are expected, and returns the first line of each.
  static func of(_ body: () throws -> Void) -> [String] {
    let failures = Failures()
    TestHost.$substitute.withValue(failures.host) { failures.run(body) }
    return failures.messages
  }

  /// Runs a part of a test whose failures are expected, and returns the first line of each.
  static func of(isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void) async -> [String] {
    let failures = Failures()
    await TestHost.$substitute.withValue(failures.host) {
      do { try await body() } catch is Reported {} catch { failures.history.record("\(error)") }
    }
    return failures.messages
  }

  private func run(_ body: () throws -> Void) {
    do { try body() } catch is Reported {} catch { history.record("\(error)") }
  }

  private var host: TestHost {
    TestHost { [history] message, _ in
      history.record(message)
      return true
    } stop: { [history] message, _ in
      history.record(message)
      return Reported()
    }
  }
}
