/// How a file is downloaded in the matrix of faults, and what follows from it for the requests that a server gets.
enum MatrixMode: String, Sendable, CaseIterable {
  /// One window takes the whole file.
  case fresh
  /// Five windows, one after the other.
  case windows
  /// Windows from byte 6,000 on; those before are on the disk.
  case resumed
  /// The server has no ranges.
  case stream

  static let file = ServedFile(byteCount: 20_000)
  static let rangeByteCount: Int64 = 4_096
  static let bytesOnDisk: Int64 = 6_000

  var rangeByteCount: Int64 { self == .fresh ? 1 << 20 : Self.rangeByteCount }

  /// The behaviour of the server apart from the fault of the case.
  var faults: [PlannedFault] { self == .stream ? [.always(.rangeIgnored)] : [] }

  /// Whether a server that always has the same file is asked for this byte.
  func asksFor(_ byte: Int64) -> Bool { self != .resumed || byte >= Self.bytesOnDisk }

  /// Whether it takes so many requests at least.
  func makes(requests count: Int) -> Bool {
    switch self {
    case .fresh, .stream: count <= 1
    case .windows: count <= 5
    case .resumed: count <= 4
    }
  }

  /// Whether bytes are there already, or have come in another answer, when the answer with this number comes.
  func keepsBytes(atRequest number: Int) -> Bool { self == .resumed || number > 1 }
}
