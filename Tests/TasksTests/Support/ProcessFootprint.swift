import TestSupport

/// The open descriptors and threads of this process.
enum ProcessFootprint {
  /// The open descriptors and their files, without the descriptor that reading this list needs.
  static var descriptors: [String: String] {
    let folder = FileManager.default.fileExists(atPath: "/proc/self/fd") ? "/proc/self/fd" : "/dev/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let open = names.compactMap { name -> (String, String)? in
      // The descriptor of the listing is already closed.
      guard let number = CInt(name), fcntl(number, F_GETFD) >= 0 else { return nil }
      return (name, (try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\(name)")) ?? "")
    }
    return Dictionary(open) { first, _ in first }
  }

  /// Returns the number of these connections that are still open.
  ///
  /// A connection is identified by both ports, because connections of other tests can share one of them.
  static func connections(among some: Set<ServerSocket.Ports>) -> Int {
    descriptors.keys.compactMap { CInt($0) }.count { some.contains(ServerSocket.ports(of: $0)) }
  }

  /// Returns the number of descriptors of files in a folder, including removed files.
  static func files(in folder: URL) -> Int {
    descriptors.values.count { $0.hasPrefix(folder.path) }
  }

  /// The descriptors in the epoll sets of this process, or nil if the system does not report them.
  static var watchedDescriptors: Set<CInt>? {
    guard FileManager.default.fileExists(atPath: "/proc/self/fdinfo") else { return nil }
    let sets = descriptors.filter { $0.value == "anon_inode:[eventpoll]" }.keys
    let lines = sets.compactMap { try? String(contentsOfFile: "/proc/self/fdinfo/\($0)", encoding: .utf8) }
      .flatMap { $0.split(separator: "\n") }
    return Set(
      lines.filter { $0.hasPrefix("tfd:") }.compactMap { line in
        line.split(separator: " ").dropFirst().first.flatMap { CInt($0) }
      })
  }

  /// Nil if the system does not report it.
  static var threadCount: Int? {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task"))?.count
  }
}
