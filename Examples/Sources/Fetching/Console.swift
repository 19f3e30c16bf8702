import Foundation

/// The output of the program.
@MainActor
package final class Console {
  private enum Display {
    case live(LiveDisplay)
    case plain(PlainDisplay)
  }

  private var display: Display
  private let output: @MainActor (String) -> Void
  private let errors: @MainActor (String) -> Void

  /// Writes to standard output and standard error.
  ///
  /// The lines are drawn live if standard output is a terminal that has a row for each file and one for the total.
  package convenience init(files: Int) {
    let terminal = isatty(STDOUT_FILENO) == 1 ? TerminalSize.ofStandardOutput : nil
    self.init(
      size: terminal.flatMap { $0.rows > files + 1 ? $0 : nil },
      output: { FileHandle.standardOutput.write(Data($0.utf8)) },
      errors: { FileHandle.standardError.write(Data($0.utf8)) })
  }

  package init(
    size: TerminalSize?, output: @escaping @MainActor (String) -> Void, errors: @escaping @MainActor (String) -> Void
  ) {
    display = size.map { .live(LiveDisplay(columns: $0.columns)) } ?? .plain(PlainDisplay())
    self.output = output
    self.errors = errors
  }

  /// Draws the lines, or prints a message.
  ///
  /// - Parameter index: The line that has changed, or nil if only the total has changed.
  package func show(_ lines: [ProgressLine], total: TotalLine, changed index: Int?) {
    switch display {
    case .live(var live):
      output(live.text(for: lines, total: total))
      display = .live(live)
    case .plain(var plain):
      if let index, let text = plain.text(for: lines[index], at: index) { output(text) }
      display = .plain(plain)
    }
  }

  package func print(_ text: String) {
    output(text + "\n")
  }

  package func complain(_ text: String) {
    errors("fetch: \(text)\n")
  }
}
