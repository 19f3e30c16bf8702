import TidingsTasks

/// The 64-bit hash function of Fowler, Noll and Vo. The root package has no cryptographic one.
struct FNV1a: IncrementalHash, Hashable {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func update(data: Data) {
    // No iterator, for the reason given in ServedFile.
    unsafe data.withUnsafeBytes { bytes in
      var hash = state
      var index = 0
      while index < bytes.count {
        hash = unsafe (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3
        index += 1
      }
      state = hash
    }
  }

  func finalize() -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: state >> (56 - 8 * $0)) }
  }

  static func digest(of data: Data) -> [UInt8] {
    var hash = FNV1a()
    hash.update(data: data)
    return hash.finalize()
  }
}
