import Foundation

extension FullSpeed {
  private static let argument = "--at-full-speed"

  /// The measurement that this process was started for, if it was for one.
  package init?(_ arguments: [String]) {
    guard arguments.count == 3, arguments[1] == Self.argument else { return nil }
    guard let load = try? JSONDecoder().decode(FullSpeed.self, from: Data(arguments[2].utf8)) else { return nil }
    self = load
  }

  package func arguments() throws -> [String] {
    [Self.argument, String(decoding: try JSONEncoder().encode(self), as: UTF8.self)]
  }

  /// Measures, prints what came of it, and exits.
  package func runAndExit() -> Never {
    guard let outcome = try? JSONEncoder().encode(run()) else { exit(1) }
    FileHandle.standardOutput.write(outcome)
    exit(0)
  }
}
