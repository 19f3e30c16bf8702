/// A mistake of a server, or a behaviour that is allowed and rare.
///
/// Offsets are positions in the file, not in the response. A fault at byte 5,000 affects requests that include this
/// byte.
enum Fault: Sendable, Hashable {
  /// Before this byte, the connection is closed or reset, or the response stalls until the client closes the
  /// connection.
  case close(at: Int64), reset(at: Int64), stall(at: Int64)
  /// The same before the first byte of a response.
  case closeBeforeHead, resetBeforeHead, stallBeforeHead
  /// Bytes that are not valid HTTP, or a head with a field of this many bytes.
  case garbage, longHead(Int)

  /// The body is longer than `Content-Length`.
  case tooLong(Int)
  /// The body of a range is longer than its `Content-Range`. Its `Content-Length` is correct.
  case longerThanItsRange(Int)
  /// The first half of the requested range, correctly described. This is allowed.
  case shorterRange
  case contentRange(WrongRange)
  case rangeIgnored
  /// A range that was not requested, correctly described.
  case otherRange(by: Int64)
  /// A range of the current file, although the validator in `If-Range` does not match.
  case ifRangeIgnored

  /// A status without the file, with a short text as the body if the status has one.
  case status(Int, retryAfter: String? = nil)
  case redirect(Int, to: Redirection)

  /// A status that is sent before the body of the request is read.
  case statusBeforeBody(Int)

  /// The file is replaced by one with other content and other validators.
  case replaced
  /// Other content of another size with the same validators.
  case resized(Int64)
  case weakEntityTag, noEntityTag, noValidator

  /// The body is sent in pieces of this many bytes.
  case drip(Int)
  /// Compressed although the client did not accept it: the complete file, or only the requested range.
  case gzip, gzipOfRange
  /// 300,000 zeros instead of the file, compressed to 325 bytes.
  case gzipBomb
  /// The complete file, compressed. The connection is closed before this byte of the compressed body.
  case gzipClose(at: Int64)
  case chunked, chunkedClose(at: Int64), chunkedBadSize(at: Int64)
  /// A body that ends with its connection, in HTTP/1.1 and 1.0.
  case untilClose, oldVersion

  enum WrongRange: Sendable, Hashable {
    case shifted(by: Int64), size(by: Int64), unknownSize, missing, garbage, otherUnit
  }

  enum Redirection: Sendable, Hashable {
    /// The same URL.
    case itself
    /// The same file at a URL that was not requested before.
    case hop
    case address(String)
    /// The same file at another host name of the same server.
    case host(String)
  }
}

/// A fault and the requests that it affects.
struct PlannedFault: Sendable, Hashable {
  var fault: Fault
  /// Counted from 1. Only requests whose response the fault changes are counted.
  var hits: ClosedRange<Int>

  static func always(_ fault: Fault) -> Self { Self(fault: fault, hits: 1...Int.max) }
  static func once(_ fault: Fault) -> Self { nth(1, fault) }
  static func nth(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: hit...hit) }
  static func until(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: 1...hit) }
  static func from(_ hit: Int, _ fault: Fault) -> Self { Self(fault: fault, hits: hit...Int.max) }
}
