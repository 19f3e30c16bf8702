package import Tidings

/// The line that shows the total of all downloads.
package struct TotalLine: Equatable, Sendable {
  private let progress: DownloaderProgress
  private let fileCount: Int
  private let failed: Int
  /// The sizes of all files that exist, including those that needed no download.
  private let finished: [Int64]

  package init(progress: DownloaderProgress, lines: [ProgressLine]) {
    self.progress = progress
    fileCount = lines.count
    failed = lines.count(where: \.state.isFailure)
    finished = lines.compactMap { line in
      if case .finished(let byteCount) = line.state { byteCount } else { nil }
    }
  }

  /// Returns the text for a terminal. The bar is as wide as the names above it.
  package func text(columns: Int) -> String {
    String("\(bar)  \(percent) %  \(size)\(speed)  \(files)".prefix(columns))
  }

  private var isOver: Bool { finished.count + failed == fileCount }
  private var fraction: Double { isOver ? 1 : progress.fractionCompleted }
  /// Rounded down, so that 100 means complete.
  private var percent: Int { Int(fraction * 100) }

  private var bar: String {
    let width = ProgressLine.nameWidth - 2
    let done = Int(fraction * Double(width))
    return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: width - done) + "]"
  }

  private var size: String {
    guard !isOver else { return bytes(finished.reduce(0, +)) }
    let there = bytes(progress.transferredBytes)
    guard let expected = progress.expectedBytes else { return there }
    return "\(there) of \(bytes(expected))"
  }

  private var speed: String {
    isOver ? "" : "  \(bytes(Int64(progress.bytesPerSecond)))/s"
  }

  private var files: String {
    let done = "\(finished.count) of \(fileCount) done"
    return failed == 0 ? done : "\(done), \(failed) failed"
  }
}
