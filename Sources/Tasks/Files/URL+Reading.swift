public import Foundation
public import TidingsCore

extension URL {
  /// A task that reads a file and makes something of it: data, a text, a value in JSON, a digest.
  ///
  /// ```swift
  /// file.publishedTask(reading: .string).subscribe(
  ///   progress: { bar.fraction = $0.fractionCompleted },
  ///   success: { editor.text = $0 },
  ///   failure: { show($0) })
  /// ```
  ///
  /// It is read as far as it went when it was opened: what is appended meanwhile is not part of it, and a file that
  /// becomes shorter fails. Folders, pipes and devices are refused, files that the system makes up, as in `/proc`, are
  /// read. Progress comes at the start, at most twenty times a second, and at the last byte. Cancelling takes effect
  /// between two chunks.
  ///
  /// The work is done on a queue of Tidings' own, which gives its eight threads to all file tasks in turns, chunk by
  /// chunk, and subscribers without an actor are called there: they should not wait for other file tasks.
  ///
  /// The task fails with a ``FileError``, also where the content cannot be decoded
  /// (``FileError/Reason/undecodable``).
  ///
  /// - Parameters:
  ///   - reading: What is made of the content.
  ///   - maximumByteCount: A file with more bytes is refused before memory is taken for it; nil for no limit.
  ///   - chunkSize: How many bytes are read at once; at least 1.
  public func publishedTask<Output>(
    reading: FileReading<Output>, maximumByteCount: Int64? = nil, chunkSize: Int = 1 << 18
  ) -> FileTask<Output> {
    FileTask(onFileQueue: { () throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .read)
      return try reading.begin(FileReader(self, maximumByteCount: maximumByteCount), chunkSize)
    })
  }
}
