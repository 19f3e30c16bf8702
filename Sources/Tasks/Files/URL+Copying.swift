public import Foundation
public import TidingsCore

extension URL {
  /// A task that copies a file atomically; it succeeds with the number of bytes.
  ///
  /// ```swift
  /// photo.publishedTask(copyingTo: backup).subscribe(
  ///   progress: { bar.fraction = $0.fractionCompleted },
  ///   success: { _ in show("Copied") },
  ///   failure: { show($0) })
  /// ```
  ///
  /// The system copies where it can (`copy_file_range` on Linux, where file systems may share the blocks or copy on the
  /// server); elsewhere, and on Apple platforms, the bytes are read and written. The copy gets the permissions of the
  /// original, not its dates, owner or extended attributes. A symbolic link is followed at the source.
  ///
  /// The source is read as `publishedTask(reading:)` does, the destination written and replaced as
  /// `publishedTask(writing:)` does; the ``FileError`` names the one that is at fault.
  ///
  /// - Parameters:
  ///   - destination: Where the copy is put. Its folder must exist.
  ///   - chunkSize: How many bytes are copied at once; at least 1.
  public func publishedTask(copyingTo destination: URL, chunkSize: Int = 1 << 20) -> FileTask<Int64> {
    FileTask(onFileQueue: { () throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .copy)
      return try CopiedFile(from: self, to: destination, chunkSize: chunkSize)
    })
  }
}

private struct CopiedFile: FileWork {
  private var reader: FileReader
  private let copy: TemporaryFile
  private let chunkSize: Int
  /// Until the system refuses.
  private var copiesInSystem = true

  init(from source: URL, to destination: URL, chunkSize: Int) throws(FileError) {
    reader = try FileReader(source, for: .copy)
    copy = try TemporaryFile(for: destination)
    self.chunkSize = chunkSize
    fchmod(copy.file.descriptor, try reader.file.status().st_mode & 0o777)
  }

  var expectedBytes: Int64? { reader.expectedBytes }

  mutating func step() throws(FileError) -> FileStep<Int64> {
    // What a made-up file holds is only known by reading it.
    if copiesInSystem, let size = reader.expectedBytes, reader.offset < size {
      let count = SystemCopy.copy(
        from: reader.file, at: reader.offset, to: copy.file, Int(min(Int64(chunkSize), size - reader.offset)))
      if count > 0 {
        reader.skip(count)
        return .moved(count)
      }
      // Whatever it was, reading and writing says better what and where.
      copiesInSystem = false
    }
    guard let chunk = try reader.chunk(of: chunkSize) else {
      try copy.putInPlace()
      return .finished(reader.offset)
    }
    try copy.write(chunk, at: reader.offset - Int64(chunk.count))
    return .moved(chunk.count)
  }
}
