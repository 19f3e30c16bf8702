public import Foundation

/// A hash function that takes its input piece by piece, so that a download is hashed while it arrives.
///
/// On Apple platforms, the functions of CryptoKit conform. With swift-crypto, declare the conformance:
///
///     #if !canImport(CryptoKit)
///       import Crypto
///
///       extension SHA256: @retroactive IncrementalHash {}
///     #endif
public protocol IncrementalHash: Sendable {
  /// The bytes of a digest.
  associatedtype Digest: Sequence<UInt8>

  /// Starts with no input.
  init()

  /// Takes the next bytes.
  mutating func update(data: Data)

  /// The digest of all bytes so far.
  func finalize() -> Digest
}

/// The digest that a file must have, and the function that computes it.
///
///     guard let digest = ExpectedDigest(SHA256.self, hexadecimal: published) else { throw InvalidDigest() }
///     request.expectedDigest = digest
public struct ExpectedDigest: Sendable {
  /// The bytes of the digest.
  public let bytes: [UInt8]

  package let makeHash: @Sendable () -> any IncrementalHash

  /// Creates a digest from its bytes.
  ///
  /// - Parameter function: The function that computes the digest.
  public init(_ function: (some IncrementalHash).Type, bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
    makeHash = { function.init() }
  }

  /// Creates a digest from hexadecimal digits, as printed by `sha256sum`. Nil for other characters, also at the ends.
  ///
  /// - Parameters:
  ///   - function: The function that computes the digest.
  ///   - hexadecimal: Two digits for each byte, in upper or lower case.
  public init?(_ function: (some IncrementalHash).Type, hexadecimal: String) {
    guard hexadecimal.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
    let digits = hexadecimal.compactMap(\.hexDigitValue)
    guard !digits.isEmpty, digits.count.isMultiple(of: 2) else { return nil }
    let bytes = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
    self.init(function, bytes: bytes)
  }

  func check(_ hash: any IncrementalHash) throws(TransferError) {
    let actual = Array(hash.finalize())
    guard actual == bytes else {
      throw TransferError(.unexpectedDigest(expected: bytes.hexadecimal, actual: actual.hexadecimal))
    }
  }
}

extension Sequence<UInt8> {
  package var hexadecimal: String { map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() }
}

#if canImport(CryptoKit)
  public import CryptoKit

  extension Insecure.MD5: IncrementalHash {}
  extension Insecure.SHA1: IncrementalHash {}
  extension SHA256: IncrementalHash {}
  extension SHA384: IncrementalHash {}
  extension SHA512: IncrementalHash {}
#endif
