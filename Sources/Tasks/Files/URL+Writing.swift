public import Foundation
public import TidingsCore

extension URL {
  /// A task that writes a file atomically; it succeeds with the number of bytes.
  ///
  /// ```swift
  /// file.publishedTask(writing: document.data).subscribe(
  ///   success: { _ in status.text = "Saved" },
  ///   failure: { show($0) })
  /// ```
  ///
  /// The bytes go to a temporary file beside the destination, and on to the disk; only then it takes the name, so that at
  /// any moment, also after a crash, there is either the old file or the whole new one. If it fails, or is cancelled by
  /// the loss of its last subscriber, the temporary file is removed and the destination left as it was.
  ///
  /// As with `Data.write(to:options: .atomic)`, a file that is replaced hands its permissions on, and a symbolic link is
  /// replaced itself, not the file it leads to. A folder is not replaced. The folder of the file must exist.
  ///
  /// The task fails with a ``FileError``. Progress and threads are as with `publishedTask(reading:)`.
  ///
  /// - Parameters:
  ///   - data: The whole content.
  ///   - chunkSize: How many bytes are written at once; at least 1.
  public func publishedTask(writing data: Data, chunkSize: Int = 1 << 20) -> FileTask<Int64> {
    FileTask(onFileQueue: { () throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .write)
      return WrittenFile(file: try TemporaryFile(for: self), data: data, chunkSize: chunkSize)
    })
  }
}

private struct WrittenFile: FileWork {
  let file: TemporaryFile
  let data: Data
  let chunkSize: Int
  var count = 0

  var expectedBytes: Int64? { Int64(data.count) }

  mutating func step() throws(FileError) -> FileStep<Int64> {
    guard count < data.count else {
      try file.putInPlace()
      return .finished(Int64(count))
    }
    let size = min(chunkSize, data.count - count)
    try unsafe data.withUnsafeBytes { bytes in
      Result { () throws(FileError) in
        try unsafe file.write(UnsafeRawBufferPointer(rebasing: bytes[count..<(count + size)]), at: Int64(count))
      }
    }.get()
    count += size
    return .moved(size)
  }
}
