import Crypto
package import Foundation
package import Tidings

extension PublishedTask where Progress == Never, Success == String, Failure == any Error {
  /// The SHA-256 digest of a file, in hexadecimal.
  package static func digest(of file: URL) -> Self {
    Self {
      let handle = try FileHandle(forReadingFrom: file)
      var digest = SHA256()
      while let block = try handle.read(upToCount: 1 << 20), !block.isEmpty {
        try Task.checkCancellation()
        digest.update(data: block)
      }
      return hexadecimal(digest.finalize())
    }
  }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
