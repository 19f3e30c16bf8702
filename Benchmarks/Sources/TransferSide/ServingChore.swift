import FileServer
import Foundation

extension Chore {
  /// Makes a folder with a file in it and serves that until the end of input, then removes the folder.
  ///
  /// The folder is the server's, because it outlives the measuring process however that ends.
  func serve() -> Never {
    for interruption in [SIGINT, SIGTERM, SIGHUP] { _ = signal(interruption, SIG_IGN) }
    let folder = URL(filePath: destination, directoryHint: .isDirectory)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      try writeSource()
      let server = try FileServer(source)
      try Self.print(Outcome(port: server.port))
      Self.waitForEndOfInput()
    } catch {
      Self.complain("no server: \(error)")
    }
    do {
      try FileManager.default.removeItem(at: folder)
      exit(0)
    } catch {
      Self.complain("\(folder.path) could not be removed: \(error)")
      exit(1)
    }
  }

  /// Bytes that nothing can take for others at another place.
  private func writeSource() throws {
    try Data().write(to: URL(filePath: source))
    let file = try FileHandle(forWritingTo: URL(filePath: source))
    var state: UInt64 = 0x9e37_79b9_7f4a_7c15
    var block = [UInt64](repeating: 0, count: 1 << 17)
    var rest = Int(byteCount)
    while rest > 0 {
      for index in block.indices {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        block[index] = state
      }
      let data = unsafe block.withUnsafeBytes { unsafe Data($0.prefix(rest)) }
      try file.write(contentsOf: data)
      rest -= data.count
    }
    try file.close()
  }
}
