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
  ///   - byteCount: The size of each chunk but the last, which may be smaller. An empty file has no chunks.
  ///   - maximumByteCount: A file with more bytes is refused; nil for no limit.
  public func chunks(of byteCount: Int = 1 << 18, maximumByteCount: Int64? = nil) -> FileSequence<Data> {
    guard byteCount >= 1 else { fatalError("chunks(of:) takes a size of 1 or more, not \(byteCount)") }
    return FileSequence { () throws(FileError) in
      FileFeed(try FileReader(self, maximumByteCount: maximumByteCount), ChunksAsTheyAre(), chunkSize: byteCount)
    }
  }
}

struct ChunksAsTheyAre: FileParser {
  func parse(_ chunk: Data, _ emit: (Data) -> Void) { emit(chunk) }
  func finish(_ emit: (Data) -> Void) {}
}
