public import Foundation

extension URL {
  /// The chunks of a file, in order: for a loop that holds up the reading, or for subscribers.
  ///
  /// ```swift
  /// for try await chunk in file.chunks(of: 1 << 16) { try await upload(chunk) }
  /// file.chunks().broadcaster().subscribe { checksum.add($0) } failure: { show($0) }.store(in: subscriptions)
  /// ```
  ///
  /// - Parameters:
  ///   - byteCount: The size of each chunk, at least 1, but the last, which may be smaller. An empty file has no chunks.
  ///   - maximumByteCount: A file with more bytes is refused; nil for no limit.
  public func chunks(of byteCount: Int = 1 << 18, maximumByteCount: Int64? = nil) -> FileSequence<Data> {
    FileSequence { () throws(FileError) in
      try checkSetting("byteCount", byteCount, for: .read)
      return FileFeed(try FileReader(self, maximumByteCount: maximumByteCount), ChunksAsTheyAre(), chunkSize: byteCount)
    }
  }
}

struct ChunksAsTheyAre: FileParser {
  func parse(_ chunk: Data, _ emit: (Data) -> Void) { emit(chunk) }
  func finish(_ emit: (Data) -> Void) {}
}
