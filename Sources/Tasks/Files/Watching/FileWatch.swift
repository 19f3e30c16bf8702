#if canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation
  import TidingsCore

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Watches a folder with inotify.
  ///
  /// Of a file it is the folder that is watched, for the name: a watch of the file itself would follow the old one when
  /// it is replaced. For the same reason the folders are watched that links on the way are in.
  enum FileWatch {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw FileError(.last, url: url, operation: .watch) }
      let watch: Locked<InotifyWatch>
      do throws(FileError) {
        watch = Locked(try InotifyWatch(url, descriptor))
      } catch {
        close(descriptor)
        throw error
      }
      let queue = DispatchQueue(label: "Tidings.FileWatch")
      // A dispatch source may be used from any thread; that its protocol does not say so is an omission.
      nonisolated(unsafe) let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      unsafe reading.setEventHandler {
        let batch = watch.withLock { $0.read() }
        for change in batch.changes { source.send(.success(change)) }
        if batch.isLast { source.finish() }
      }
      unsafe reading.setCancelHandler { close(descriptor) }
      unsafe reading.activate()
      return Subscription { unsafe reading.cancel() }
    }
  }

  /// The folders that an inotify instance watches for one URL, and the meaning of its events. One thread at a time uses it.
  private struct InotifyWatch: Sendable {
    private let descriptor: CInt
    private let url: URL
    private let isFolder: Bool
    /// By their watch descriptors.
    private var folders: [CInt: WatchedFolder] = [:]

    /// The names in a folder that matter.
    private struct WatchedFolder: Sendable {
      /// Whether the watch ends with it.
      var isOwn = false
      var hasAll = false
      /// The names of the file, which are several where links lead to it.
      var files: Set<String> = []
      /// The links on the way to the file or the folder.
      var links: Set<String> = []
    }

    /// The result of reading events.
    struct Batch: Sendable {
      /// Neighbours that say the same are one.
      private(set) var changes: [FileChange] = []
      /// Whether the folder is gone.
      var isLast = false

      mutating func add(_ change: FileChange?) {
        if let change, change != changes.last { changes.append(change) }
      }
    }

    private static let events =
      IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR

    init(_ url: URL, _ descriptor: CInt) throws(FileError) {
      self.url = url
      self.descriptor = descriptor
      isFolder = try url.isFolder()
      guard try watchAll() else { throw FileError(.last, url: url, operation: .watch) }
    }

    /// Watches every folder on which it depends what the URL leads to, and no others.
    ///
    /// - Returns: Whether the folder of the URL itself could be watched; if not, the system has left the reason.
    private mutating func watchAll() throws(FileError) -> Bool {
      var isWatched = false
      var reason = errno
      // A link that is replaced before its folder is watched is noticed by another look.
      for _ in 0..<Self.maximumLooks {
        let path = try LinkPath(url)
        var folders: [CInt: WatchedFolder] = [:]
        let own = try unsafe (isFolder ? url : url.deletingLastPathComponent()).withPath(for: .watch) {
          unsafe add($0)
        }
        reason = errno
        isWatched = own >= 0
        if isWatched {
          folders[own] = WatchedFolder(
            isOwn: true, hasAll: isFolder, files: isFolder ? [] : [url.lastPathComponent])
        }
        for place in path.links { folders[add(place.folder), default: WatchedFolder()].links.insert(place.name) }
        if !isFolder { folders[add(path.end.folder), default: WatchedFolder()].files.insert(path.end.name) }
        // A folder that could not be watched does not exist.
        folders = folders.filter { $0.key >= 0 }
        for old in self.folders.keys where folders[old] == nil { inotify_rm_watch(descriptor, old) }
        self.folders = folders
        if try LinkPath(url) == path { break }
      }
      errno = reason
      return isWatched
    }

    private static let maximumLooks = 8

    private func add(_ folder: String) -> CInt { unsafe folder.withCString { unsafe add($0) } }

    private func add(_ folder: UnsafePointer<CChar>) -> CInt {
      unsafe inotify_add_watch(descriptor, folder, UInt32(truncatingIfNeeded: Self.events))
    }

    /// Takes the events that wait.
    mutating func read() -> Batch {
      unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
        let count = unsafe Foundation.read(descriptor, $0.baseAddress, $0.count)
        guard count > 0 else { return Batch() }
        return unsafe batch(of: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }

    private mutating func batch(of events: UnsafeRawBufferPointer) -> Batch {
      let header = MemoryLayout<inotify_event>.size
      var batch = Batch()
      var offset = 0
      while offset + header <= events.count {
        let event = unsafe events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + header + Int(event.len)
        // Padded with zeros.
        let bytes = unsafe events[(offset + header)..<end].prefix { $0 != 0 }
        let name = unsafe bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        batch.add(change(event.mask, in: event.wd, name))
        // Of a folder that is not watched any more, the last events may still come.
        if isEnd(event.mask), folders[event.wd]?.isOwn == true { batch.isLast = true }
        offset = end
      }
      return batch
    }

    /// The change that an event tells of. Watches other folders if the URL leads elsewhere now.
    private mutating func change(_ mask: UInt32, in number: CInt, _ name: String?) -> FileChange? {
      func has(_ events: Int32...) -> Bool { events.contains { mask & UInt32(bitPattern: $0) != 0 } }
      if has(IN_Q_OVERFLOW) {
        _ = try? watchAll()
        return FileChange(.unknown, of: url)
      }
      guard let name, let folder = folders[number] else { return nil }
      let isEntry = has(IN_CREATE, IN_MOVED_TO, IN_DELETE, IN_MOVED_FROM)
      if isEntry, folder.links.contains(name) {
        _ = try? watchAll()
        guard !isFolder else { return FileChange(.unknown, of: url) }
        return FileChange(isThere ? .appeared : .disappeared, of: url)
      }
      guard folder.hasAll || folder.files.contains(name) else { return nil }
      // A file may have become a link, or be in the place of one.
      if isEntry, !isFolder { _ = try? watchAll() }
      let file = folder.hasAll ? url.appending(component: name) : url
      if has(IN_CREATE, IN_MOVED_TO) { return FileChange(.appeared, of: file) }
      if has(IN_DELETE, IN_MOVED_FROM) { return FileChange(.disappeared, of: file) }
      return has(IN_MODIFY, IN_ATTRIB) ? FileChange(.modified, of: file) : nil
    }

    private var isThere: Bool {
      var status = stat()
      return (try? unsafe url.withPath(for: .watch) { unsafe stat($0, &status) }) == 0
    }

    private func isEnd(_ mask: UInt32) -> Bool {
      mask & UInt32(bitPattern: IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT) != 0
    }
  }
#endif
