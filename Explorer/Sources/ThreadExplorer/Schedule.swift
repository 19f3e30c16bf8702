import Foundation

/// Where one thread goes on instead of another: `b7 a12` lets thread b go on at point 7, and thread a at point 12.
///
/// Elsewhere the thread that runs goes on; when it cannot, the first of those that can.
public struct Schedule: Hashable, Sendable, CustomStringConvertible {
  struct Switch: Hashable, Sendable {
    let point: Int
    let thread: Int
  }

  var switches: [Switch] = []

  /// Creates the schedule in which no thread stands back for another.
  public init() {}

  /// Reads what `description` writes; nil when it is something else.
  public init?(_ text: String) {
    for word in text.split(separator: " ") {
      guard let letter = word.unicodeScalars.first, ("a"..."z").contains(letter), let point = Int(word.dropFirst())
      else { return nil }
      switches.append(Switch(point: point, thread: Int(letter.value) - 97))
    }
  }

  /// The text that the environment variable `THREAD_SCHEDULE` takes.
  public var description: String {
    switches.map { "\(Self.name(ofThread: $0.thread))\($0.point)" }.joined(separator: " ")
  }

  static func name(ofThread index: Int) -> String {
    String(Character(UnicodeScalar(UInt8(97 + index % 26))))
  }

  /// The schedule that `THREAD_SCHEDULE` has for a scenario: `THREAD_SCHEDULE="two increments: b3"`.
  static func fromEnvironment(for name: String) -> Schedule? {
    guard let text = ProcessInfo.processInfo.environment["THREAD_SCHEDULE"], text.hasPrefix(name + ":") else {
      return nil
    }
    guard let schedule = Schedule(String(text.dropFirst(name.count + 1))) else {
      preconditionFailure("THREAD_SCHEDULE has no schedule: \(text)")
    }
    return schedule
  }
}
