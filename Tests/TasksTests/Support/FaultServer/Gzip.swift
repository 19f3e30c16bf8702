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

  /// 300,000 zeros, as `gzip -9` compresses them to 325 bytes.
  static let zeros = Data(
    base64Encoded: "H4sIAAAAAAACA+3BAQ0AAADCoPdPbQ8HF" + String(repeating: "A", count: 387) + "/Bj74rL24JMEAA==")!

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
