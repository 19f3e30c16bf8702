package import Crypto
package import Foundation
package import Tidings

extension ExpectedDigest {
  /// A SHA-256 digest as `sha256sum` prints it; nil if this is none.
  package static func sha256(hexadecimal: String) -> ExpectedDigest? {
    guard hexadecimal.count == 2 * SHA256.byteCount else { return nil }
    return ExpectedDigest(SHA256.self, hexadecimal: hexadecimal)
  }
}

extension URL {
  /// The SHA-256 digest of the file.
  package var sha256: TransferTask<SHA256.Digest> { publishedTask(reading: .digest(using: SHA256.self)) }
}

func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
  bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}
