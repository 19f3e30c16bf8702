package import Foundation

/// What is known of a file that has been downloaded in part; it is kept beside it, as JSON.
package struct ResumeRecord: Codable, Hashable, Sendable {
  /// Other versions of the form are not read: the download starts over.
  private var version = 2

  /// The address, without credentials.
  package var url: URL?

  /// The resource that the validator is one of.
  package var resource: ResourceIdentity

  /// The name of the whole file.
  package var name: String

  /// By what the server can tell whether it still has the same file.
  package var validator: StrongValidator?

  /// The size of the whole, in bytes, if it is known.
  package var size: Int64?

  /// How many bytes from the start are there without a gap, and on the disk: they were synchronized before this record
  /// took its place.
  package var durableBytes: Int64

  /// The session of the system in which all bytes in the file are without a gap, whether they are on the disk or not.
  package var gaplessSession: String?

  package init(
    url: URL?, resource: ResourceIdentity, name: String, validator: StrongValidator?, size: Int64?,
    durableBytes: Int64 = 0, gaplessSession: String? = nil
  ) {
    self.url = url
    self.resource = resource
    self.name = name
    self.validator = validator
    self.size = size
    self.durableBytes = durableBytes
    self.gaplessSession = gaplessSession
  }

  /// Reads a record; nil if it is not one that can be trusted.
  package init?(_ data: Data) {
    guard let record = try? JSONDecoder().decodeText(Self.self, from: data), record.version == 2,
      record.size.map({ $0 >= 0 }) ?? true, record.durableBytes >= 0
    else { return nil }
    self = record
  }

  /// How many bytes a record may have; its texts are an address, a name of at most 255 bytes and a validator.
  private static let maximumByteCount = 1 << 16

  /// Reads the record in a file; nil if there is none that can be trusted.
  init?(at file: URL) {
    // Neither a link nor a pipe, which anybody may have put there, is a record.
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

  /// How many bytes there are to go on from, of those before the first hole of the file.
  func usableBytes(of gaplessByteCount: Int64) -> Int64 {
    let isSameSession = gaplessSession != nil && gaplessSession == BootSession.current
    return isSameSession ? gaplessByteCount : min(gaplessByteCount, durableBytes)
  }

  /// Whether a request may go on with what this record is of, if the server says that the validator still matches.
  package func mayBeContinued(by transfer: TransferRequest) -> Bool {
    validator != nil && resource == ResourceIdentity(of: transfer)
  }
}
