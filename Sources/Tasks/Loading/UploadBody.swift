public import Foundation

/// What an upload sends.
public enum UploadBody: Sendable {
  /// Bytes in memory.
  case data(Data)
  /// A file, which is read while it is sent. A small one is read before, and so is one that does not tell its size, as
  /// those in `/proc`, if it has no more than 256 MiB.
  case file(URL)
}

extension UploadBody {
  /// Files of at most so many bytes may have fewer than they say: those that the system makes up say that they are as
  /// large as a page, of which the largest has so many.
  private static let madeUpByteCount: Int64 = 64 << 10

  /// The body to send, and its size in bytes. May block.
  func prepared() throws(TransferError) -> (body: UploadBody, byteCount: Int64) {
    switch self {
    case .data(let data):
      return (self, Int64(data.count))
    case .file(let file):
      do throws(FileError) {
        var reader = try FileReader(file)
        if let byteCount = reader.expectedBytes, byteCount > Self.madeUpByteCount { return (self, byteCount) }
        var content = Data()
        while let chunk = try reader.chunk(of: Int(Self.madeUpByteCount)) { content.append(chunk) }
        return (.data(content), Int64(content.count))
      } catch {
        throw TransferError(.sourceNotReadable(file), underlying: error)
      }
    }
  }
}
