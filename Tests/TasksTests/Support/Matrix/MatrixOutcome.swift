struct MatrixOutcome: Sendable, Hashable {
  /// The possible files, compared byte by byte.
  var files: Set<ServedFile> = []
  var failures: Set<Failure> = []
  /// The first missing byte that the error must name, if only one is possible.
  var byte: Int64?

  /// The reasons of `TransferError`, without associated values.
  enum Failure: Sendable, Hashable {
    case connectionFailed, stalled, truncated, tooLong, tooLarge, invalidResponse, redirectRefused
    case unexpectedSize, unexpectedDigest, unsupportedURL
    case status(Int)
    case other(String)
  }

  static let whole = MatrixOutcome(files: [MatrixMode.file])
  static let replaced = MatrixOutcome(files: [MatrixMode.file.replaced])

  static func fails(_ failures: Failure..., byte: Int64? = nil) -> MatrixOutcome {
    MatrixOutcome(failures: Set(failures), byte: byte)
  }

  func or(_ other: MatrixOutcome) -> MatrixOutcome {
    MatrixOutcome(files: files.union(other.files), failures: failures.union(other.failures))
  }
}
