package import Tidings

/// What there is to say about all downloads together.
package struct TotalLine: Equatable, Sendable {
  package var progress: DownloaderProgress
  package var fileCount: Int
  package var finished: Int
  package var failed: Int

  package init(progress: DownloaderProgress, fileCount: Int, finished: Int, failed: Int) {
    self.progress = progress
    self.fileCount = fileCount
    self.finished = finished
    self.failed = failed
  }

  /// The line as it stands on a terminal: the bar is as wide as the names above it.
  package func text(columns: Int) -> String {
    String("\(bar)  \(percent) %  \(size)\(speed)  \(files)".prefix(columns))
  }

  private var isOver: Bool { finished + failed == fileCount }
  private var fraction: Double { isOver ? 1 : progress.fractionCompleted }
  /// Rounded down, so that 100 is said only of the whole.
  private var percent: Int { Int(fraction * 100) }

  private var bar: String {
    let width = ProgressLine.nameWidth - 2
    let done = Int(fraction * Double(width))
    return "[" + String(repeating: "#", count: done) + String(repeating: "-", count: width - done) + "]"
  }

  private var size: String {
    let there = bytes(progress.transferredBytes)
    guard !isOver, let expected = progress.expectedBytes else { return there }
    return "\(there) of \(bytes(expected))"
  }

  private var speed: String {
    isOver ? "" : "  \(bytes(Int64(progress.bytesPerSecond)))/s"
  }

  private var files: String {
    let done = "\(finished) of \(fileCount) done"
    return failed == 0 ? done : "\(done), \(failed) failed"
  }
}
