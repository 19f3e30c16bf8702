public import Foundation

/// A hash function that takes its input piece by piece, so that a download is hashed while it arrives.
///
/// The package brings none of its own. The functions of CryptoKit conform where it exists; those of swift-crypto, which
/// have the same members, conform by a line in the program that uses them:
///
///     import Crypto
///
///     extension SHA256: @retroactive IncrementalHash {}
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
