/// A file for the demonstration, whose name and size determine its bytes.
package struct GeneratedFile: Sendable {
  package let name: String
  package let bytes: [UInt8]

  package init(name: String, byteCount: Int) {
    var generator = SplitMix64(state: name.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    var bytes: [UInt8] = []
    bytes.reserveCapacity(byteCount + 8)
    while bytes.count < byteCount {
      withUnsafeBytes(of: generator.next().littleEndian) { bytes.append(contentsOf: $0) }
    }
    bytes.removeLast(bytes.count - byteCount)
    self.name = name
    self.bytes = bytes
  }
}

private struct SplitMix64: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
