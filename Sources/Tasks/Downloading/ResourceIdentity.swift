import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Tells the resource that is downloaded from others, without repeating its address, which may contain secrets.
///
/// Validators compare representations of one resource (RFC 9110, 8.8): those of two resources may be alike, as when a
/// server makes its entity tags of time and size. So bytes are joined only if their identities are equal.
package struct ResourceIdentity: Hashable, Sendable {
  private let hash: UInt128

  /// The identity that the request names, or else its address: scheme, host, port, path and query.
  package init(of transfer: TransferRequest) {
    if let name = transfer.resourceName {
      self.init("name \(name)")
    } else {
      self.init("address \(transfer.urlRequest.url.map(Self.address) ?? "")")
    }
  }

  /// FNV-1a with 128 bits (Fowler, Noll and Vo): no two addresses are alike by chance.
  private init(_ text: String) {
    let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013B
    hash = text.utf8.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) { ($0 ^ UInt128($1)) &* prime }
  }

  /// The parts of an address that a server is told: user and fragment are left out.
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
