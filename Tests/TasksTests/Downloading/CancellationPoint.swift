import TestSupport

/// A point in a download at which it is cancelled, independent of the timing of threads.
enum CancellationPoint: Sendable, Hashable {
  /// Immediately after the subscription.
  case start
  /// A request is about to be sent; for the first, before there is a connection.
  case beforeRequest(Int)
  /// A request has arrived, and is not answered.
  case request(Int)
  /// So many bytes of the file have been sent, and the header section in front of them.
  case sent(Int64)
  /// So many bytes have been written.
  case written(Int)
  /// A report of progress: the first, or that of all bytes.
  case firstReport, lastReport
  /// Everything is written, and the file not yet moved.
  case beforeRename

  /// A step of a download, which waits for a function that it calls.
  enum Moment: Sendable {
    case requests(Int)
    case hasHashed(Range<Int>)
    case finishesHash
    case reports(number: Int, byteCount: Int64)
  }

  static func random(
    for file: ServedFile, window: Int64, using generator: inout SplitMix64
  ) -> Self {
    let windows = 1...Int((file.byteCount + window - 1) / window)
    return switch Int.random(in: 0..<8, using: &generator) {
    case 0: .start
    case 1: .beforeRequest(Int.random(in: windows, using: &generator))
    case 2: .request(Int.random(in: windows, using: &generator))
    case 3: .sent(Int64.random(in: 0..<file.byteCount, using: &generator))
    case 4: .written(Int.random(in: 1...Int(file.byteCount), using: &generator))
    case 5: .firstReport
    case 6: .lastReport
    default: .beforeRename
    }
  }

  /// The behaviour of a server that stops a download at this point, or nil if the download reports the point.
  var fault: PlannedFault? {
    switch self {
    case .request(let number): .nth(number, .stallBeforeHead)
    case .sent(let byteCount): .always(.stall(at: byteCount))
    default: nil
    }
  }

  func isReached(at moment: Moment, of file: ServedFile) -> Bool {
    switch (self, moment) {
    case (.beforeRequest(let number), .requests(let current)): number == current
    case (.written(let byteCount), .hasHashed(let bytes)): bytes.contains(byteCount - 1)
    case (.firstReport, .reports(let number, _)): number == 1
    case (.lastReport, .reports(_, let byteCount)): byteCount == file.byteCount
    case (.beforeRename, .finishesHash): true
    default: false
    }
  }
}
