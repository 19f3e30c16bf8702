extension MatrixPlan {
  static let all = atBytes + beforeHeads + ranges + statuses + redirects + changes + bodies

  /// The first bytes, the middle of a range, the bytes around the border of two ranges, the middle and the end of the
  /// file.
  static let offsets: [Int64] = [0, 1, 2_048, 4_095, 4_096, 4_097, 6_000, 8_192, 10_000, 19_999]

  /// Connections that are closed or stall at a byte. The download fails without another attempt and succeeds with one.
  private static let atBytes: [MatrixPlan] = offsets.flatMap { offset in
    let ends: [(Fault, MatrixOutcome)] = [
      (.close(at: offset), .fails(.truncated, byte: offset)),
      // A reset discards bytes that were not read.
      (.reset(at: offset), .fails(.truncated, .connectionFailed)),
      (.stall(at: offset), .fails(.stalled)),
      (.chunkedClose(at: offset), .fails(.truncated, .connectionFailed)),
      (.chunkedBadSize(at: offset), .fails(.truncated, .connectionFailed, .invalidResponse)),
    ]
    return ends.flatMap { fault, outcome in
      [
        MatrixPlan(.always(fault)) { $0.requests(byte: offset) ? outcome : .whole },
        MatrixPlan(.once(fault), attempts: 3, outcome: .whole),
      ]
    }
  }

  private static let beforeHeads: [MatrixPlan] = {
    // On a connection that was used before, a client may repeat the request by itself (RFC 9110, 9.2.2).
    let faults: [(Fault, first: MatrixOutcome, second: MatrixOutcome)] = [
      (.closeBeforeHead, .fails(.connectionFailed), .fails(.connectionFailed).or(.whole)),
      (.resetBeforeHead, .fails(.connectionFailed), .fails(.connectionFailed).or(.whole)),
      (.stallBeforeHead, .fails(.stalled), .fails(.stalled)),
      (.garbage, .fails(.connectionFailed, .invalidResponse), .fails(.connectionFailed, .invalidResponse)),
    ]
    return faults.flatMap { fault, first, second in
      [
        MatrixPlan(.always(fault), outcome: first),
        MatrixPlan(.once(fault), attempts: 3, outcome: .whole),
        MatrixPlan(.nth(2, fault)) { $0.makes(requests: 2) ? second : .whole },
        MatrixPlan(.nth(2, fault), attempts: 3, outcome: .whole),
      ]
    } + [
      MatrixPlan(.always(.longHead(30_000)), outcome: .whole),
      MatrixPlan(.always(.longHead(400_000)), outcome: .fails(.connectionFailed, .invalidResponse)),
    ]
  }()

  private static let ranges: [MatrixPlan] =
    [.shifted(by: 1), .shifted(by: -1), .shifted(by: 4_096), .missing, .garbage, .otherUnit, .unknownSize].flatMap {
      (wrong: Fault.WrongRange) in
      // After an unusable range, the client may request the complete file, which is correct here.
      [
        MatrixPlan(.always(.contentRange(wrong)), outcome: .whole.or(.fails(.invalidResponse))),
        MatrixPlan(.nth(2, .contentRange(wrong)), outcome: .whole.or(.fails(.invalidResponse))),
        MatrixPlan(.once(.contentRange(wrong)), attempts: 2, outcome: .whole),
      ]
    }
    + [-1, 1, 10_000].flatMap { (count: Int64) in
      let noticed = MatrixOutcome.fails(
        .invalidResponse, .truncated, .tooLong, .unexpectedSize, .unexpectedDigest, .status(416))
      return [
        MatrixPlan(.always(.contentRange(.size(by: count))), knowsWhole: true, outcome: .whole.or(noticed)),
        MatrixPlan(.nth(2, .contentRange(.size(by: count))), outcome: .whole.or(noticed)),
      ]
    } + [
      MatrixPlan(.always(.otherRange(by: 1)), outcome: .whole.or(.fails(.invalidResponse))),
      MatrixPlan(.nth(2, .otherRange(by: 1)), outcome: .whole.or(.fails(.invalidResponse))),
      MatrixPlan(.nth(1, .otherRange(by: -1)), outcome: .whole.or(.fails(.invalidResponse))),
      MatrixPlan(.always(.shorterRange), outcome: .whole),
      MatrixPlan(.nth(2, .shorterRange), outcome: .whole),
      MatrixPlan(.nth(2, .rangeIgnored), outcome: .whole),
      MatrixPlan(.from(3, .rangeIgnored), outcome: .whole),
      // Bytes after a body are not part of it.
      MatrixPlan(.always(.tooLong(10)), outcome: .whole),
      MatrixPlan(.always(.longerThanItsRange(10)), outcome: .whole.or(.fails(.invalidResponse, .tooLong))),
      MatrixPlan(.nth(2, .longerThanItsRange(10)), outcome: .whole.or(.fails(.invalidResponse, .tooLong))),
    ]

  private static let statuses: [MatrixPlan] =
    [204, 205, 304, 400, 401, 403, 404, 410, 416, 429, 500, 502, 503].flatMap { status in
      let isPassing = [429, 500, 502, 503].contains(status)
      // After a refused part, the complete file may be requested.
      let second = MatrixOutcome.fails(.status(status)).or(status == 416 ? .whole : MatrixOutcome())
      return [
        MatrixPlan(.always(.status(status)), outcome: .fails(.status(status))),
        MatrixPlan(.nth(2, .status(status))) { $0.makes(requests: 2) ? second : .whole },
        MatrixPlan(.once(.status(status, retryAfter: isPassing ? "0" : nil)), attempts: 2) { mode in
          isPassing ? .whole : .fails(.status(status)).or(status == 416 ? .whole : MatrixOutcome())
        },
      ]
    } + [
      MatrixPlan(.until(2, .status(503)), attempts: 3, outcome: .whole),
      MatrixPlan(.until(2, .status(503)), attempts: 2, outcome: .fails(.status(503))),
      MatrixPlan(.always(.status(429, retryAfter: "4000")), attempts: 3, outcome: .fails(.status(429))),
    ]

  private static let redirects: [MatrixPlan] =
    [301, 302, 303, 307, 308].flatMap { status in
      [
        MatrixPlan(.until(3, .redirect(status, to: .hop)), outcome: .whole),
        MatrixPlan(.once(.redirect(status, to: .host("localhost"))), outcome: .whole),
      ]
    } + [
      MatrixPlan(.always(.redirect(302, to: .itself)), outcome: .fails(.redirectRefused)),
      MatrixPlan(.always(.redirect(302, to: .hop)), outcome: .fails(.redirectRefused)),
      MatrixPlan(.always(.redirect(302, to: .address("file:///etc/hostname"))), outcome: notFollowed),
      MatrixPlan(.always(.redirect(302, to: .address("ftp://127.0.0.1/file"))), outcome: notFollowed),
      MatrixPlan(.always(.redirect(302, to: .address("http://"))), outcome: notFollowed),
    ]

  private static let notFollowed = MatrixOutcome.fails(.redirectRefused, .unsupportedURL, .invalidResponse)

  /// Content that changes between requests. The downloaded file is one of the two.
  private static let changes: [MatrixPlan] =
    (1...5).flatMap { request in
      [
        MatrixPlan(.from(request, .replaced)) { $0.makes(requests: request) ? .replaced : .whole },
        MatrixPlan(.from(request, .replaced), .always(.noEntityTag)) {
          // The first response has other validators than the bytes on disk, and no further request follows.
          $0.makes(requests: request) && ($0 != .resumed || request == 1) ? .replaced : .whole
        },
        MatrixPlan(.from(request, .replaced), .always(.ifRangeIgnored)) {
          $0.makes(requests: request) ? .replaced : .whole
        },
        // Without a strong validator, nothing proves that two parts belong to the same file.
        MatrixPlan(.from(request, .replaced), .always(.noValidator), outcome: .whole.or(.replaced)),
        MatrixPlan(.from(request, .replaced), .always(.weakEntityTag), outcome: .whole.or(.replaced)),
        MatrixPlan(.nth(request, .replaced), outcome: .whole.or(.replaced)),
        MatrixPlan(.from(request, .resized(500))) { resized(500, at: request, $0) },
        MatrixPlan(.from(request, .resized(-500))) { resized(-500, at: request, $0) },
        // Only the digest differs.
        MatrixPlan(.from(request, .resized(0)), knowsWhole: true) {
          $0.makes(requests: request) ? .fails(.unexpectedDigest) : .whole
        },
      ]
    }
    + [Fault.noValidator, .weakEntityTag, .noEntityTag].flatMap { fault in
      [MatrixPlan(.always(fault), outcome: .whole), MatrixPlan(.from(2, fault), outcome: .whole)]
    }

  private static func resized(_ count: Int64, at request: Int, _ mode: MatrixMode) -> MatrixOutcome {
    guard mode.makes(requests: request) else { return .whole }
    var file = MatrixMode.file.replaced
    file.byteCount += count
    let outcome = MatrixOutcome(files: [file])
    return mode.keepsBytes(atRequest: request) ? outcome.or(.fails(.invalidResponse)) : outcome
  }

  private static let bodies: [MatrixPlan] =
    // Not divisors of the range's size, so pieces cross its borders at different offsets.
    [3, 100, 1_000].map { MatrixPlan(.always(.drip($0)), outcome: .whole) } + [
      MatrixPlan(.always(.chunked), outcome: .whole),
      MatrixPlan(.always(.chunked), .always(.drip(100)), outcome: .whole),
      MatrixPlan(.always(.untilClose), outcome: .whole),
      MatrixPlan(.always(.oldVersion), outcome: .whole),
      MatrixPlan(.always(.gzip), outcome: .whole),
      MatrixPlan(.nth(2, .gzip), outcome: .whole),
      MatrixPlan(.always(.gzipOfRange), outcome: .whole.or(.fails(.invalidResponse))),
      MatrixPlan(.always(.gzipBomb), maximumByteCount: 100_000, outcome: .fails(.tooLarge)),
      MatrixPlan(.always(.untilClose), maximumByteCount: 19_999, outcome: .fails(.tooLarge)),
      MatrixPlan(.always(.chunked), maximumByteCount: 20_000, outcome: .whole),
    ]
    + [0, 1, 10_000, 20_020].map { (offset: Int64) in
      MatrixPlan(.always(.gzipClose(at: offset)), outcome: .fails(.truncated, .connectionFailed))
    }
    + offsets.map { offset in
      // If the body ends with the connection, only its size shows the fault.
      MatrixPlan(.always(.close(at: offset)), .always(.untilClose), knowsWhole: true) {
        $0.requests(byte: offset) ? .fails(.truncated, .connectionFailed, .unexpectedSize) : .whole
      }
    }
}
