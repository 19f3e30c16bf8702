/// How far a transfer has come.
public struct TransferProgress: Sendable, Hashable {
  /// The number of bytes transferred so far.
  public var transferredBytes: Int64

  /// The number of bytes of the whole transfer, or nil while it is not known.
  public var expectedBytes: Int64?

  /// The speed of the last second or so, in bytes per second; zero until it has been measured.
  ///
  /// It is as old as the report that carries it: a transfer that stalls reports nothing.
  public var bytesPerSecond: Double

  /// The transferred part of the whole, from 0 to 1, or nil while the size of the whole is not known.
  public var fractionCompleted: Double? {
    guard let expectedBytes else { return nil }
    guard expectedBytes > 0 else { return 1 }
    return min(1, max(0, Double(transferredBytes) / Double(expectedBytes)))
  }

  /// Creates a progress report, which a stub of a transfer may want.
  public init(transferredBytes: Int64, expectedBytes: Int64? = nil, bytesPerSecond: Double = 0) {
    self.transferredBytes = transferredBytes
    self.expectedBytes = expectedBytes
    self.bytesPerSecond = bytesPerSecond
  }
}

extension TransferProgress {
  /// Takes note that everything is there, which may be less than has been reported of another file.
  mutating func complete(with byteCount: Int64) {
    transferredBytes = max(transferredBytes, byteCount)
    expectedBytes = transferredBytes
  }
}
