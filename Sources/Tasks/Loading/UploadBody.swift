public import Foundation

/// What an upload sends.
public enum UploadBody: Sendable {
  /// Bytes in memory.
  case data(Data)
  /// A file, which is read while it is sent.
  case file(URL)
}

extension UploadBody {
  /// How much is sent, in bytes. May block.
  func byteCount() throws(TransferError) -> Int64 {
    switch self {
    case .data(let data):
      return Int64(data.count)
    case .file(let file):
      do throws(FileError) {
        return Int64(try FileReader(file).file.status().st_size)
      } catch {
        throw TransferError(.sourceNotReadable(file), underlying: error)
      }
    }
  }
}
