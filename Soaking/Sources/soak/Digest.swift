/// A number for a history: FNV-1a over its entries.
struct Digest: Sendable {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ number: Int) {
    value = (value ^ UInt64(bitPattern: Int64(number))) &* 0x100_0000_01B3
  }

  mutating func add(_ entry: Edge.Entry) {
    add(entry.first.edge)
    add(entry.first.number)
    add(entry.value)
  }
}
