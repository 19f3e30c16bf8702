/// A way to download a file in the fault matrix, and the requests that the server receives.
enum MatrixMode: String, Sendable, CaseIterable {
  case fresh
  case windows
  /// Ranges from byte 6,000. The bytes before it are on disk.
  case resumed
  /// The server does not support ranges.
  case stream

  static let file = ServedFile(byteCount: 20_000)
  static let rangeByteCount: Int64 = 4_096
  static let bytesOnDisk: Int64 = 6_000

  var rangeByteCount: Int64 { self == .fresh ? 1 << 20 : Self.rangeByteCount }

  /// The behaviour of the server apart from the fault of the case.
  var faults: [PlannedFault] { self == .stream ? [.always(.rangeIgnored)] : [] }

  /// Whether this byte is requested if the file on the server does not change.
  func requests(byte: Int64) -> Bool { self != .resumed || byte >= Self.bytesOnDisk }

  /// Whether there are at least this many requests.
  func makes(requests count: Int) -> Bool {
    switch self {
    case .fresh, .stream: count <= 1
    case .windows: count <= 5
    case .resumed: count <= 4
    }
  }

  /// Whether there are bytes of an earlier run or response when the response with this number arrives.
  func keepsBytes(atRequest number: Int) -> Bool { self == .resumed || number > 1 }
}
