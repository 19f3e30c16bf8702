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

  /// Where parts arrive out of order: how many bytes from the start are there. Otherwise all that are in the file.
  package var contiguousBytes: Int64?

  package init(
    url: URL?, resource: ResourceIdentity, name: String, validator: StrongValidator?, size: Int64?,
    contiguousBytes: Int64? = nil
  ) {
    self.url = url
    self.resource = resource
    self.name = name
    self.validator = validator
    self.size = size
    self.contiguousBytes = contiguousBytes
  }

  /// Reads a record; nil if it is not one that can be trusted.
  package init?(_ data: Data) {
    guard let record = try? JSONDecoder().decode(Self.self, from: data), record.version == 2,
      record.size.map({ $0 >= 0 }) ?? true, record.contiguousBytes.map({ $0 >= 0 }) ?? true
    else { return nil }
    self = record
  }

  package var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(self) else { fatalError("A record of strings and numbers can be encoded") }
    return data
  }

  /// Whether a request may go on with what this record is of, if the server says that the validator still matches.
  package func mayBeContinued(by transfer: TransferRequest) -> Bool {
    validator != nil && resource == ResourceIdentity(of: transfer)
  }
}
