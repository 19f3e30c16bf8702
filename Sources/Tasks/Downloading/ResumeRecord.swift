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

  /// The resource that the validator belongs to.
  package var resource: ResourceIdentity

  /// The name of the complete file.
  package var name: String

  /// The validator by which the server can tell whether it still has the same file.
  package var validator: StrongValidator?

  /// The size of the complete file in bytes, if it is known.
  package var size: Int64?

  /// How many bytes are there from the start. They were synchronized with the disk before the record was written.
  package var byteCount: Int64

  package init(
    url: URL?, resource: ResourceIdentity, name: String, validator: StrongValidator?, size: Int64?, byteCount: Int64 = 0
  ) {
    self.url = url
    self.resource = resource
    self.name = name
    self.validator = validator
    self.size = size
    self.byteCount = byteCount
  }

  /// Reads a record; nil if it cannot be trusted.
  package init?(_ data: Data) {
    guard let record = try? JSONDecoder().decodeText(Self.self, from: data), record.version == 3,
      record.byteCount >= 0, record.byteCount <= record.size ?? .max
    else { return nil }
    self = record
  }

  /// The maximum size of a record. It has a URL, a name of at most 255 bytes and a validator.
  private static let maximumByteCount = 1 << 16

  /// Reads the record in a file; nil if there is none, or it cannot be trusted.
  init?(at file: URL) {
    // A link or a pipe, which anyone may have put there, is not a record.
    guard let open = try? OpenFile(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .read),
      let status = try? open.status(), status.isRegular, status.st_size <= Self.maximumByteCount
    else { return nil }
    guard let data = try? open.read(Int(status.st_size), at: 0) else { return nil }
    self.init(data)
  }

  package var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { fatalError("A record of strings and numbers can be encoded") }
    return data
  }

  /// Whether a request may resume from the file, if the server confirms the validator.
  package func canBeResumed(by transfer: TransferRequest) -> Bool {
    validator != nil && resource == ResourceIdentity(of: transfer)
  }
}

/// Identifies a resource by a hash, because its URL may contain secrets.
///
/// Validators compare representations of one resource (RFC 9110, 8.8). Two resources can have equal validators, for example
/// if a server makes its entity tags from time and size. So bytes are joined only if their identities are equal.
package struct ResourceIdentity: Hashable, Sendable {
  private let hash: UInt128

  /// Creates the identity from the resource name of the request, or otherwise from its URL without user and fragment.
  package init(of transfer: TransferRequest) {
    if let name = transfer.resourceName {
      self.init("name \(name)")
    } else {
      self.init("address \(transfer.urlRequest.url.map(Self.address) ?? "")")
    }
  }

  /// FNV-1a with 128 bits (Fowler, Noll and Vo), so that two URLs do not have the same hash by chance.
  private init(_ text: String) {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    hash = text.utf8.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) { ($0 ^ UInt128($1)) &* prime }
  }

  /// The parts of a URL that are sent to the server.
  private static func address(_ url: URL) -> String {
    guard let origin = Origin(url) else { return url.absoluteString }
    let path = url.path(percentEncoded: true)
    let query = url.query(percentEncoded: true).map { "?" + $0 } ?? ""
    return "\(origin.scheme)://\(origin.host):\(origin.port)\(path.isEmpty ? "/" : path)\(query)"
  }
}

extension ResourceIdentity: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let hash = UInt128(try container.decode(String.self), radix: 16) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "An identity is a hexadecimal number")
    }
    self.hash = hash
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(String(hash, radix: 16))
  }
}
