/// How much is transferred.
struct TransferSizes {
  /// Of the file that is downloaded, in bytes.
  var file: Int64 = 1 << 30
  /// Of the file that is downloaded to a slow disk. Without a limit so much would come to be in memory.
  var slowFile: Int64 = 256 << 20
  var smallFile: Int64 = 16 << 10
  var smallFileCount = 1_000
  var cancelCount = 20

  static let quick = TransferSizes(file: 16 << 20, slowFile: 96 << 20, smallFileCount: 20, cancelCount: 3)

  /// Of the file that the server has, and that is read: all others are the beginning of it.
  var source: Int64 { max(file, slowFile) }

  /// What files are in the folder at once, at most.
  var room: Int64 { 2 * source + Int64(smallFileCount) * smallFile + (64 << 20) }

  static func describe(_ byteCount: Int64) -> String {
    for (unit, shift) in [("GiB", 30), ("MiB", 20), ("KiB", 10)] where byteCount >= 1 << shift {
      return "\(byteCount >> shift) \(unit)"
    }
    return "\(byteCount) bytes"
  }
}
