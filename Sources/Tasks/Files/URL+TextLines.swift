public import Foundation

extension URL {
  /// The lines of a text file in UTF-8, in order: for a loop that holds up the reading, or for subscribers.
  ///
  /// ```swift
  /// for try await line in log.textLines() where line.hasPrefix("error") { await show(line) }
  /// ```
  ///
  /// A line ends with `\n` or `\r\n`, which is not part of it, or with the file; after a last `\n` there is no empty
  /// line. A mark of the byte order at the beginning of the file is left out.
  ///
  /// - Parameters:
  ///   - maximumByteCount: At least 1. A longer line ends the reading with ``FileError/Reason/lineTooLong(maximumByteCount:)``,
  ///     so that a file that is not made of lines does not take memory without bound.
  ///   - repairing: Whether what is not UTF-8 is replaced by U+FFFD. Otherwise the reading ends before that line with
  ///     ``FileError/Reason/notText`` and the byte where the line begins: nothing is lost without a word.
  public func textLines(maximumByteCount: Int = 1 << 20, repairing: Bool = false) -> FileSequence<String> {
    FileSequence { () throws(FileError) in
      try checkSetting("maximumByteCount", maximumByteCount, for: .read)
      let reader = try FileReader(self)
      let splitter = LineSplitter(maximumByteCount: maximumByteCount, isRepairing: repairing)
      return FileFeed(reader, LinesOfFile(splitter: splitter, file: reader.file), chunkSize: 1 << 16)
    }
  }
}

private struct LinesOfFile: FileParser {
  var splitter: LineSplitter
  let file: OpenFile

  mutating func parse(_ chunk: Data, _ emit: (String) -> Void) throws(FileError) {
    do throws(LineSplitter.Failure) {
      try splitter.split(chunk, emit)
    } catch {
      throw file.error(error.reason, at: error.byte)
    }
  }

  mutating func finish(_ emit: (String) -> Void) throws(FileError) {
    do throws(LineSplitter.Failure) {
      try splitter.finish(emit)
    } catch {
      throw file.error(error.reason, at: error.byte)
    }
  }
}
