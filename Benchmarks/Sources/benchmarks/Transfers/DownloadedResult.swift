import Foundation

/// What must be on disk after a download. What is not done, or done wrong, gets no time.
enum DownloadedResult {
  case file(String, Int64)
  case files(Int, String, Int64)

  struct Wrong: Error, CustomStringConvertible {
    let description: String
  }

  func prepare() throws {
    if case .files(_, let folder, _) = self {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    }
  }

  /// Compares what is there with what the server has, byte by byte.
  func check(against source: String) throws {
    switch self {
    case .file(let path, let byteCount):
      try Self.compare(path, source, byteCount)
    case .files(let count, let folder, let byteCount):
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      guard names.count == count else { throw Wrong(description: "\(names.count) files instead of \(count)") }
      for name in names { try Self.compare("\(folder)/\(name)", source, byteCount) }
    }
  }

  func remove() throws {
    switch self {
    case .file(let path, _), .files(_, let path, _): try FileManager.default.removeItem(atPath: path)
    }
  }

  private static func compare(_ path: String, _ source: String, _ byteCount: Int64) throws {
    let file = try FileHandle(forReadingFrom: URL(filePath: path))
    let original = try FileHandle(forReadingFrom: URL(filePath: source))
    guard try file.seekToEnd() == UInt64(byteCount) else { throw Wrong(description: "\(path) has the wrong size") }
    try file.seek(toOffset: 0)
    var rest = Int(byteCount)
    while rest > 0 {
      let size = min(rest, 1 << 20)
      let (one, another) = (try file.read(upToCount: size), try original.read(upToCount: size))
      guard let one, one.count == size, one == another else {
        throw Wrong(description: "\(path) differs from what the server has")
      }
      rest -= size
    }
  }
}
