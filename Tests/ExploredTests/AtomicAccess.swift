#if TIDINGS_EXPLORED_THREADS
  import Foundation

  /// A line of the core that accesses an atomic.
  struct AtomicAccess: Hashable, CustomStringConvertible {
    let file: String
    let line: Int

    var description: String { "\(file):\(line)" }

    /// All that are in the sources, but those that no exploration comes to.
    static func all() throws -> [AtomicAccess] {
      try FileManager.default.subpathsOfDirectory(atPath: sources.path).sorted()
        .filter { $0.hasSuffix(".swift") && !elsewhere.contains(($0 as NSString).lastPathComponent) }
        .flatMap { path in try accesses(in: sources.appending(path: path)) }
    }

    private static let sources = URL(filePath: #filePath).appending(path: "../../../Sources/Core").standardized

    /// The atomic itself and what it tells explorations; and `MainWait`, whose flag is touched by the main queue alone, which
    /// runs none of an exploration's threads.
    private static let elsewhere = ["SharedAtomic.swift", "SharedAccess.swift", "SharedMemory.swift", "MainWait.swift"]

    private static func accesses(in file: URL) throws -> [AtomicAccess] {
      var isInDebugBuilds = false
      var accesses: [AtomicAccess] = []
      for (index, line) in try String(contentsOf: file, encoding: .utf8).split(
        separator: "\n", omittingEmptySubsequences: false
      ).enumerated() {
        // Explored builds are optimised.
        if line.contains("#if DEBUG") { isInDebugBuilds = true }
        if line.contains("#endif") { isInDebugBuilds = false }
        if line.contains("ordering: "), !isInDebugBuilds {
          accesses.append(AtomicAccess(file: file.lastPathComponent, line: index + 1))
        }
      }
      return accesses
    }
  }
#endif
