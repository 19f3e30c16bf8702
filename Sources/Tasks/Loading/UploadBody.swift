public import Foundation

/// The body of an upload.
public enum UploadBody: Sendable {
  /// Bytes in memory.
  case data(Data)
  /// A file, which is read while it is sent.
  ///
  /// A file of up to 64 KiB is read into memory before it is sent. So is a file that does not report its size, such as those
  /// in `/proc`, up to 256 MiB.
  case file(URL)

  /// Files up to this size are read first. A virtual file reports the size of a memory page, and may have fewer bytes.
  private static let pageByteCount: Int64 = 64 << 10

  /// The body to send, and its size in bytes. Files up to the limit and virtual files are read into memory. May block.
  func prepared(
    readingUpTo limit: Int64 = pageByteCount
  ) throws(TransferError) -> (body: UploadBody, byteCount: Int64) {
    switch self {
    case .data(let data): return (self, Int64(data.count))
    case .file(let file):
      do throws(FileError) {
        var reader = try FileReader(file)
        if let byteCount = reader.expectedBytes, byteCount > limit { return (self, byteCount) }
        var content = Data()
        // A chunk as large as the file is not copied.
        while let chunk = try reader.chunk(of: Int(reader.expectedBytes ?? Self.pageByteCount)) {
          if content.isEmpty { content = chunk } else { content.append(chunk) }
        }
        return (.data(content), Int64(content.count))
      } catch { throw TransferError(.sourceNotReadable(file), underlying: error) }
    }
  }
}
