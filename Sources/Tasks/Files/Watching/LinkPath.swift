#if canImport(Glibc) || canImport(Musl)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The way from a URL to the file that it leads to.
  struct LinkPath: Equatable {
    struct Place: Equatable {
      let folder: String
      let name: String
    }

    /// The links on the way.
    private(set) var links: [Place] = []
    /// Where the file is, or would be.
    private(set) var end: Place

    /// How many links the system follows (Linux, path_resolution(7)).
    private static let maximumLinkCount = 40

    init(_ url: URL) throws(FileError) {
      let path = try unsafe url.withPath(for: .watch) { unsafe String(cString: $0) }
      let start = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
      var folder: [Substring] = []
      // The next name is the last.
      var names = Array(start.split(separator: "/").reversed())
      end = Place(folder: "/", name: "")
      while let name = names.popLast() {
        if name == "." { continue }
        if name == ".." {
          _ = folder.popLast()
          continue
        }
        let place = Place(folder: "/" + folder.joined(separator: "/"), name: String(name))
        end = place
        guard links.count < Self.maximumLinkCount, let target = Self.target(of: place) else {
          folder.append(name)
          continue
        }
        links.append(place)
        if target.hasPrefix("/") { folder = [] }
        names += target.split(separator: "/").reversed()
      }
    }

    /// Where a link leads to; nil for what is none.
    private static func target(of place: Place) -> String? {
      let path = place.folder + "/" + place.name
      return unsafe withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { bytes in
        let count = unsafe readlink(path, bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        return unsafe count > 0 ? String(decoding: bytes[..<count], as: UTF8.self) : nil
      }
    }
  }
#endif
