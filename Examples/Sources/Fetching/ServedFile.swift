package import FlyingFox
import Foundation

/// A file that is served with range requests, so that a download can resume.
package struct ServedFile: Sendable {
  package let file: GeneratedFile
  private let bytesPerSecond: Int
  private let clock: any Clock<Duration>

  package init(_ file: GeneratedFile, bytesPerSecond: Int, clock: any Clock<Duration> = ContinuousClock()) {
    self.file = file
    self.bytesPerSecond = bytesPerSecond
    self.clock = clock
  }

  /// Returns the requested range, or the whole file if `If-Range` names another version.
  package func response(to request: HTTPRequest) -> HTTPResponse {
    // The name and the size determine the bytes, so a file has the same tag in every run.
    let tag = "\"\(file.name)-\(file.bytes.count)\""
    let hasOtherPart = request.headers[HTTPHeader("If-Range")].map { $0 != tag } ?? false
    let asked = hasOtherPart ? nil : request.headers[.range].flatMap(Self.range)
    let count = file.bytes.count
    guard let asked else {
      return HTTPResponse(statusCode: .ok, headers: [.eTag: tag, .acceptRanges: "bytes"], body: body(0..<count))
    }
    guard asked.lowerBound < count else {
      return HTTPResponse(statusCode: .rangeNotSatisfiable, headers: HTTPHeaders([.contentRange: "bytes */\(count)"]))
    }
    let range = asked.clamped(to: 0..<count)
    return HTTPResponse(
      statusCode: .partialContent,
      headers: [.eTag: tag, .contentRange: "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(count)"],
      body: body(range))
  }

  private func body(_ range: Range<Int>) -> HTTPBodySequence {
    let body = PacedBody(bytes: file.bytes[range], bytesPerSecond: bytesPerSecond, clock: clock)
    return HTTPBodySequence(from: body, count: range.count, suggestedBufferSize: 1 << 14)
  }

  /// Returns 3..<8 for `bytes=3-7`, and all bytes from 3 for `bytes=3-`. Other forms are ignored (RFC 9110, 14.2).
  private static func range(_ field: String) -> Range<Int>? {
    guard let match = field.wholeMatch(of: /bytes=([0-9]+)-([0-9]*)/), let start = Int(match.1) else { return nil }
    guard !match.2.isEmpty else { return start..<Int.max }
    guard let last = Int(match.2), last >= start, last < Int.max else { return nil }
    return start..<last + 1
  }
}
