package import Foundation

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
    var data = Data(count: Int(status.st_size))
    let count = try? unsafe data.withUnsafeMutableBytes { try unsafe open.read(into: $0, at: 0) }
    guard count == data.count else { return nil }
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
