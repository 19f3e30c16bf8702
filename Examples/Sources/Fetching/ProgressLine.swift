package import Tidings

/// The line that shows one download.
package struct ProgressLine: Equatable, Sendable {
  package enum State: Equatable, Sendable {
    case waiting
    case downloading(TransferProgress)
    case finished(byteCount: Int64)
    case failed(String)
  }

  static let nameWidth = 20

  package let name: String
  package var state: State

  package init(name: String, state: State = .waiting) {
    self.name = name
    self.state = state
  }

  /// Returns the text for a terminal. It is cut off at the width, because a wrapped line cannot be overwritten.
  package func text(columns: Int) -> String {
    let width = Self.nameWidth
    let label =
      name.count > width ? name.prefix(width - 1) + "…" : name + String(repeating: " ", count: width - name.count)
    return String("\(label)  \(state.text)".prefix(columns))
  }
}

extension ProgressLine.State {
  var text: String {
    switch self {
    case .waiting: "waiting"
    case .downloading(let progress): progress.text
    case .finished(let byteCount): "\(bytes(byteCount)), done"
    case .failed(let message): message
    }
  }

  package var isFailure: Bool {
    if case .failed = self { true } else { false }
  }

  package var isFinal: Bool {
    switch self {
    case .finished, .failed: true
    case .waiting, .downloading: false
    }
  }
}

extension TransferProgress {
  /// For example “45 %  2.7 MiB of 6.0 MiB  1.0 MiB/s”, or “2.7 MiB  1.0 MiB/s” without a known size.
  fileprivate var text: String {
    let speed = "\(bytes(Int64(bytesPerSecond)))/s"
    guard let expectedBytes, let percent else { return "\(bytes(transferredBytes))  \(speed)" }
    return "\(percent) %  \(bytes(transferredBytes)) of \(bytes(expectedBytes))  \(speed)"
  }

  /// Rounded down, so that 100 means complete.
  var percent: Int? { fractionCompleted.map { Int($0 * 100) } }
}

/// Formats a number of bytes in the largest unit in which it is at least 1.
func bytes(_ count: Int64) -> String {
  guard count >= 1024 else { return "\(count) B" }
  var value = Double(count)
  var unit = ""
  for larger in ["KiB", "MiB", "GiB", "TiB"] where value >= 1024 {
    value /= 1024
    unit = larger
  }
  let tenths = Int(value * 10)
  return "\(tenths / 10).\(tenths % 10) \(unit)"
}
