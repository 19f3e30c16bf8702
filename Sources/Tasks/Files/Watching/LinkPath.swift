#if canImport(Glibc) || canImport(Musl)
  import Foundation

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The way from a URL to the file that it leads to.
  ///
  /// Names are bytes. Strings that differ only in their Unicode normalization are equal, but name different files.
  struct LinkPath: Equatable {
    struct Place: Equatable {
      /// The path of the folder, without links.
      let folder: [UInt8]
      let name: [UInt8]

      var path: [UInt8] { folder == [slash] ? [slash] + name : folder + [slash] + name }
    }

    /// The links and the folders on the way.
    private(set) var steps: [Place] = []
    /// The folder of the URL, which is one of the steps.
    private(set) var parent: Place?
    /// The place of the file. The file may not exist.
    private(set) var end: Place
    /// The last name in the URL.
    let name: [UInt8]

    /// The number of links that the system follows (Linux, path_resolution(7)).
    private static let maximumLinkCount = 40

    init(_ url: URL) throws(FileError) {
      let path = try unsafe url.withPath(for: .watch) { unsafe Array(String(cString: $0).utf8) }
      let start = path.first == slash ? path : Array(FileManager.default.currentDirectoryPath.utf8) + [slash] + path
      var parents: [Place] = []
      var linkCount = 0
      var isBehindURL = false
      // The next name is the last. The first is the last of the URL.
      var names = Array(start.split(separator: slash).reversed())
      name = names.first.map { Array($0) } ?? []
      end = Place(folder: [slash], name: [])
      while let next = names.popLast() {
        if next.elementsEqual(".".utf8) { continue }
        if next.elementsEqual("..".utf8) {
          _ = parents.popLast()
          continue
        }
        let place = Place(folder: parents.last?.path ?? [slash], name: Array(next))
        isBehindURL = isBehindURL || names.isEmpty
        guard linkCount < Self.maximumLinkCount, let target = Self.target(of: place) else {
          if !isBehindURL, names.count == 1 { parent = place }
          if names.isEmpty { end = place } else { steps.append(place) }
          parents.append(place)
          continue
        }
        steps.append(place)
        linkCount += 1
        if target.first == slash { parents = [] }
        names += target.split(separator: slash).reversed()
      }
    }

    /// Returns the target of a link; nil if there is no link.
    private static func target(of place: Place) -> [UInt8]? {
      unsafe withUnsafeTemporaryAllocation(byteCount: Int(PATH_MAX), alignment: 1) { bytes in
        let count = unsafe (place.path + [0]).withUnsafeBufferPointer { path in
          unsafe readlink(
            UnsafeRawPointer(path.baseAddress!).assumingMemoryBound(to: CChar.self),
            bytes.baseAddress!.assumingMemoryBound(to: CChar.self), bytes.count)
        }
        return unsafe count > 0 ? Array(bytes[..<count]) : nil
      }
    }
  }

  private let slash = UInt8(ascii: "/")
#endif
