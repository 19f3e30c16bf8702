/// One thing that a server gets wrong, or does in a way that is allowed and rare.
///
/// Offsets are bytes of the file, not of the answer: a fault at byte 5,000 meets the request for the part with this byte.
enum Fault: Sendable, Hashable {
  /// The connection ends before this byte, in order or with a reset, or it stands still until the client hangs up.
  case close(at: Int64), reset(at: Int64), stall(at: Int64)
  /// The same before the first byte of an answer.
  case closeBeforeHead, resetBeforeHead, stallBeforeHead
  /// Bytes that are no HTTP; a head with a field of this many bytes.
  case garbage, longHead(Int)

  /// More bytes follow than `Content-Length` says.
  case tooLong(Int)
  /// The length of a part is that of its bytes, and both are more than its `Content-Range` says.
  case longerThanItsRange(Int)
  /// A range that begins where it should and has half of the bytes, correctly described. A server may do that.
  case shorterRange
  case contentRange(WrongRange)
  case rangeIgnored
  /// Another range than the one asked for, correctly described.
  case otherRange(by: Int64)
  /// A range of the current file, although `If-Range` has another validator.
  case ifRangeIgnored

  /// A status without the file, with a short page where a status has one.
  case status(Int, retryAfter: String? = nil)
  case redirect(Int, to: Redirection)

  /// A status before the body of the request has been read.
  case statusBeforeBody(Int)

  /// There is other content under other validators.
  case replaced
  /// Other content of another size with the same validators. Only the sizes differ.
  case resized(Int64)
  case weakEntityTag, noEntityTag, noValidator

  /// Pieces of this many bytes.
  case drip(Int)
  /// Compressed without a request: the complete file, or a range that is compressed by itself.
  case gzip, gzipOfRange
  /// So many zeros, compressed to a 150th, instead of the file.
  case gzipBomb(Int)
  /// The whole, compressed, ends before this byte of what is sent.
  case gzipClose(at: Int64)
  case chunked, chunkedClose(at: Int64), chunkedBadSize(at: Int64)
  /// A body that ends with its connection, by HTTP/1.1 and 1.0.
  case untilClose, oldVersion

  enum WrongRange: Sendable, Hashable {
    case shifted(by: Int64), size(by: Int64), unknownSize, missing, garbage, otherUnit
  }

  enum Redirection: Sendable, Hashable {
    /// The same address again.
    case itself
    /// The same file under an address that was not asked for before.
    case hop
    case address(String)
    /// The same file at another host name for the same server.
    case host(String)
  }
}

/// A fault, and how often it happens.
struct PlannedFault: Sendable, Hashable {
  var fault: Fault
  /// Counted from 1 over the requests that the fault makes a difference to.
  var hits: ClosedRange<Int>

  static func always(_ fault: Fault) -> Self { Self(fault: fault, hits: 1...Int.max) }
  static func once(_ fault: Fault) -> Self { nth(1, fault) }
  static func nth(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: hit...hit) }
  static func until(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: 1...hit) }
  static func from(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: hit...Int.max) }
}
