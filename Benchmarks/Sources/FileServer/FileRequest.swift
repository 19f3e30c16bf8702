import Foundation

/// What the server looks at of a request.
struct FileRequest {
  let hasRanges: Bool
  let byteCount: Int64
  /// Who asks: the query of the address.
  let sender: String
  var firstByte: Int64?
  var lastByte: Int64?

  /// - Parameter head: The request line and the fields.
  init?(_ head: String) {
    let lines = head.split(separator: "\r\n")
    guard let words = lines.first?.split(separator: " "), words.count == 3 else { return nil }
    let parts = words[1].split(separator: "?", maxSplits: 1)
    let path = parts[0].split(separator: "/")
    guard path.count > 1, let byteCount = Int64(path[1]) else { return nil }
    hasRanges = path[0] == "ranges"
    self.byteCount = byteCount
    sender = parts.count > 1 ? String(parts[1]) : ""
    guard let range = lines.first(where: { $0.lowercased().hasPrefix("range: bytes=") }) else { return }
    let bounds = range.dropFirst("range: bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
    firstByte = bounds.first.flatMap { Int64($0) }
    lastByte = bounds.last.flatMap { Int64($0) }
  }
}
