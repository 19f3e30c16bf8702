import Fetching

/// Keeps the output of a program.
@MainActor
final class Transcript {
  private(set) var output = ""
  private(set) var errors = ""

  nonisolated init() {}

  func console(size: TerminalSize?) -> Console {
    Console(size: size, output: { self.output += $0 }, errors: { self.errors += $0 })
  }
}
