/// The file of a server at one path. Its bytes are computed from a seed, so files of any size need no memory.
struct ServedFile: Sendable, Hashable {
  var seed: UInt64 = 1
  var byteCount: Int64
  var entityTag: String? = "\"version-1\""
  var lastModified: String? = "Tue, 15 Nov 1994 12:45:26 GMT"

  /// Other content of the same size with other validators, like a replaced file.
  var replaced: ServedFile {
    var file = self
    file.seed += 1
    file.entityTag = entityTag.map { _ in "\"version-\(file.seed)\"" }
    file.lastModified = lastModified.map { _ in "Wed, 16 Nov 1994 12:45:26 GMT" }
    return file
  }

  /// Other content of the same size with the same validators, which another resource may have.
  var withOtherBytes: ServedFile {
    var file = self
    file.seed += 1
    return file
  }

  func bytes(_ range: Range<Int64>) -> Data {
    let first = range.lowerBound / 8
    let count = Int((range.upperBound + 7) / 8 - first)
    var bytes = Data(count: 8 * count)
    // No iterator, because in debug builds with a sanitizer it would take most of the time of all transfers.
    unsafe bytes.withUnsafeMutableBytes { bytes in
      var index = 0
      while index < count {
        unsafe bytes.storeBytes(of: word(first + Int64(index)).littleEndian, toByteOffset: 8 * index, as: UInt64.self)
        index += 1
      }
    }
    let start = Int(range.lowerBound % 8)
    return bytes.subdata(in: start..<start + range.count)
  }

  var bytes: Data { bytes(0..<byteCount) }

  var digest: [UInt8] { FNV1a.digest(of: bytes) }

  /// Returns the eight bytes at `index * 8`. A step of SplitMix64 does not depend on earlier ones.
  private func word(_ index: Int64) -> UInt64 {
    var word = (seed << 40) &+ UInt64(index) &* 0x9e37_79b9_7f4a_7c15
    word = (word ^ (word >> 30)) &* 0xbf58_476d_1ce4_e5b9
    word = (word ^ (word >> 27)) &* 0x94d0_49bb_1331_11eb
    return word ^ (word >> 31)
  }
}
