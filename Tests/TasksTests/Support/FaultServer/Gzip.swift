/// The gzip format with blocks of type “stored”, which need no compressor.
enum Gzip {
  static func stored(_ data: Data) -> Data {
    var result = header
    var start = 0
    repeat {
      let block = data.dropFirst(start).prefix(0xffff)
      start += block.count
      let count = UInt16(block.count)
      result.append(start == data.count ? 1 : 0)
      append(count, to: &result)
      append(~count, to: &result)
      result.append(block)
    } while start < data.count
    append(checksum(data), to: &result)
    append(UInt32(truncatingIfNeeded: data.count), to: &result)
    return result
  }

  /// At least this many zeros, and at most 2,064 more, compressed to a 150th.
  static func zeros(_ count: Int) -> Data {
    var bits: [UInt8] = []
    // The header of a last block with the fixed code, and a zero.
    bits += [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
    let match: [UInt8] = [1, 1, 0, 0, 0, 1, 0, 1] + [0, 0, 0, 0, 0]
    // Eight times “the last byte 258 times” are 13 bytes, which can be repeated at any offset.
    let groups = count / (8 * 258) + 1
    for _ in 0..<16 { bits += match }
    let bytes = stride(from: 0, to: bits.count - 8, by: 8).map { start in
      bits[start..<start + 8].reversed().reduce(UInt8(0)) { $0 << 1 | $1 }
    }
    var result = header + bytes[0..<2]
    for _ in 0..<groups { result.append(contentsOf: bytes[2..<15]) }
    // The last three bits of the last match, and the seven zeros of the end of the block.
    result[result.count - 1] &= 0b111
    result.append(0)
    let zeros = Data(count: 1 + groups * 8 * 258)
    append(checksum(zeros), to: &result)
    append(UInt32(truncatingIfNeeded: zeros.count), to: &result)
    return result
  }

  private static let header = Data([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])

  /// The CRC-32 of ISO 3309.
  static func checksum(_ data: Data) -> UInt32 {
    ~data.reduce(~0) { table[Int(($0 ^ UInt32($1)) & 0xff)] ^ ($0 >> 8) }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xedb8_8320 ^ (value >> 1) : value >> 1 }
  }

  private static func append(_ number: some FixedWidthInteger, to data: inout Data) {
    for shift in stride(from: 0, to: type(of: number).bitWidth, by: 8) {
      data.append(UInt8(truncatingIfNeeded: number >> shift))
    }
  }
}
