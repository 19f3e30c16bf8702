package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Describes a file that was downloaded in part. It is stored beside the file, as JSON.
package struct ResumeRecord: Codable, Hashable, Sendable {
  /// Records of another version are not read. The download then starts over.
  private var version = 3
  /// The URL, without credentials.
  package var url: URL?
  /// The resource that the validator belongs to. See ``TransferRequest/resourceIdentity``.
  package var resource: String
  package var name: String
  package var validator: StrongValidator?
  /// The size of the complete file in bytes, if it is known.
  package var size: Int64?
  /// The number of bytes that were synchronized with the disk before the record was written.
  package var byteCount: Int64

  package init(
    url: URL?, resource: String, name: String, validator: StrongValidator?, size: Int64?, byteCount: Int64 = 0
  ) {
    self.url = url
    self.resource = resource
    self.name = name
    self.validator = validator
    self.size = size
    self.byteCount = byteCount
  }

  /// Reads a record, or nil if it cannot be trusted.
  package init?(_ data: Data) {
    guard let record = try? JSONDecoder().decodeText(Self.self, from: data), record.version == 3,
      record.byteCount >= 0, record.byteCount <= record.size ?? .max
    else { return nil }
    self = record
  }

  /// The maximum size of a record. It has a URL, a name of at most 255 bytes and a validator.
  private static let maximumByteCount = 1 << 16

  init?(at file: URL) {
    // A link or a pipe, which anyone may have put there, is not a record.
    guard let open = try? OpenFile(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .read),
      let status = try? open.status(), status.isRegular, status.st_size <= Self.maximumByteCount,
      let data = try? open.read(Int(status.st_size), at: 0)
    else { return nil }
    self.init(data)
  }

  package var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { fatalError("A record of strings and numbers can be encoded") }
    return data
  }
}

extension TransferRequest {
  /// Identifies the resource by a hash, because its URL may contain secrets. A short one could be guessed from the hash.
  ///
  /// Two resources can have equal validators (RFC 9110, 8.8), for example if a server makes its entity tags from time and size.
  /// So bytes are joined only if their identities are equal.
  package var resourceIdentity: String {
    if let resourceName { return "name \(resourceName)".stableHash }
    guard let url = urlRequest.url, let origin = Origin(url) else {
      return "address \(urlRequest.url?.absoluteString ?? "")".stableHash
    }
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    return "address \(origin.scheme)://\(origin.host):\(origin.port)\(path.isEmpty ? "/" : path)\(query)".stableHash
  }
}

extension String {
  /// A hash that is the same in each process: FNV-1a with 64 bits (Fowler, Noll and Vo), in hexadecimal.
  var stableHash: String {
    String(utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
  }
}
