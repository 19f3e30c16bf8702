#if canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation
  import TidingsCore

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// Watches a folder, or the name of a file in its folder, with inotify.
  ///
  /// A watch of the file itself would follow the old file when it is replaced. For the same reason, the folders of all links
  /// and folders on the way to the file are watched.
  final class FileWatch: Inotify.Receiver {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    private let url: URL
    private let source: Source
    private let queue = DispatchQueue(label: "Tidings.FileWatch")
    private let state: Locked<State>
    private let pending = Locked(Pending())

    private struct State: Sendable {
      var folders: WatchedFolders
      var isCancelled = false
    }

    /// Events that the subscribers have not received yet.
    private struct Pending: Sendable {
      var events: [Inotify.Event] = []
      var isScheduled = false

      /// As many as the system keeps by default. More are replaced by one that says that some were dropped.
      static let limit = 16_384
    }

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let watch: FileWatch
      do throws(POSIXError) {
        watch = FileWatch(WatchedFolders(try Inotify.shared()), url, source)
      } catch {
        throw FileError(.system(error.code), url: url, operation: .watch)
      }
      try watch.start()
      return Subscription { watch.cancel() }
    }

    private init(_ folders: WatchedFolders, _ url: URL, _ source: Source) {
      self.url = url
      self.source = source
      state = Locked(State(folders: folders))
    }

    private func start() throws(FileError) {
      do throws(FileError) {
        let isFolder = try url.isFolder()
        try state.withLock { (state) throws(FileError) in
          state.folders.isFolder = isFolder
          guard try state.folders.update(for: url, self) else { throw FileError(.last, url: url, operation: .watch) }
        }
      } catch {
        cancel()
        throw error
      }
    }

    private func cancel() {
      state.withLock { state in
        state.isCancelled = true
        state.folders.removeAll(self)
      }
    }

    func receive(_ events: [Inotify.Event]) {
      let isFirst = pending.withLock { pending in
        defer { pending.isScheduled = true }
        pending.events += events
        if pending.events.count > Pending.limit {
          pending.events = [Inotify.Event(folder: -1, mask: UInt32(bitPattern: IN_Q_OVERFLOW))]
        }
        return !pending.isScheduled
      }
      if isFirst { queue.async { [self] in deliver() } }
    }

    private func deliver() {
      let events = pending.withLock { pending in
        defer { pending = Pending() }
        return pending.events
      }
      var last: FileChange?
      for event in events {
        let (change, isLast) = state.withLock { state -> (FileChange?, Bool) in
          guard !state.isCancelled else { return (nil, false) }
          return (state.folders.change(event, of: url, self), state.folders.isEnd(event))
        }
        // Equal changes in a row are one change.
        if let change, change != last {
          source.send(.success(change))
          last = change
        }
        if isLast { source.finish() }
      }
    }
  }

  /// The folders that are watched for one URL, and the meaning of their events.
  private struct WatchedFolders: Sendable {
    private let inotify: Inotify
    var isFolder = false
    private var folders: [CInt: WatchedFolder] = [:]

    /// The names in a folder that matter.
    private struct WatchedFolder: Sendable {
      /// Whether the watch ends with this folder.
      var isOwn = false
      var hasAll = false
      /// The names of the file. There are several if links lead to it.
      var files: Set<[UInt8]> = []
      /// The names of links and folders on the way.
      var steps: Set<[UInt8]> = []
    }

    private static let entryEvents = Int32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
    private static let allEvents = entryEvents | Int32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)

    init(_ inotify: Inotify) {
      self.inotify = inotify
    }

    /// Watches the folders on which it depends where the URL leads, and no others.
    ///
    /// - Returns: Whether the folder of the URL itself is watched. If not, `errno` has the reason.
    mutating func update(for url: URL, _ receiver: FileWatch) throws(FileError) -> Bool {
      var isWatched = false
      var reason = errno
      // A link that is replaced before its folder is watched is noticed in the next round.
      for _ in 0..<Self.maximumRounds {
        let path = try LinkPath(url)
        var folders: [CInt: WatchedFolder] = [:]
        func add(_ folder: [UInt8], _ events: Int32, _ change: (inout WatchedFolder) -> Void) {
          let number = unsafe (folder + [0]).withUnsafeBufferPointer {
            unsafe inotify.add(
              UnsafeRawPointer($0.baseAddress!).assumingMemoryBound(to: CChar.self), events, for: receiver)
          }
          // A folder that cannot be watched does not exist.
          if number >= 0 { change(&folders[number, default: WatchedFolder()]) }
        }
        func addOwn() throws(FileError) -> CInt {
          try unsafe (isFolder ? url : url.deletingLastPathComponent()).withPath(for: .watch) {
            unsafe inotify.add($0, Self.allEvents, for: receiver)
          }
        }
        // From the root on, so that a folder that is created in between is noticed.
        let ownPlace = isFolder ? path.end : path.parent
        for step in path.steps where step != ownPlace {
          add(step.folder, Self.entryEvents) { $0.steps.insert(step.name) }
        }
        var own = try addOwn()
        if own < 0, let ownPlace {
          // While the folder exists, it reports its end itself. Until then, its creation is reported by the one above.
          add(ownPlace.folder, Self.entryEvents) { $0.steps.insert(ownPlace.name) }
          own = try addOwn()
        }
        reason = errno
        isWatched = own >= 0
        if isWatched {
          folders[own, default: WatchedFolder()].isOwn = true
          folders[own]?.hasAll = isFolder
          if !isFolder { folders[own]?.files.insert(path.name) }
        }
        if !isFolder { add(path.end.folder, Self.allEvents) { $0.files.insert(path.end.name) } }
        for old in self.folders.keys where folders[old] == nil { inotify.remove(old, for: receiver) }
        self.folders = folders
        if try LinkPath(url) == path { break }
      }
      errno = reason
      return isWatched
    }

    private static let maximumRounds = 8

    mutating func removeAll(_ receiver: FileWatch) {
      for folder in folders.keys { inotify.remove(folder, for: receiver) }
      folders = [:]
    }

    /// Returns the change that an event describes. Watches other folders if the URL leads elsewhere now.
    mutating func change(_ event: Inotify.Event, of url: URL, _ receiver: FileWatch) -> FileChange? {
      if event.has(Int32(IN_Q_OVERFLOW)) {
        _ = try? update(for: url, receiver)
        return FileChange(.unknown, of: url)
      }
      guard let name = event.name, let folder = folders[event.folder] else { return nil }
      let isEntry = event.has(Self.entryEvents)
      if isEntry, folder.steps.contains(name) {
        _ = try? update(for: url, receiver)
        guard !isFolder else { return FileChange(.unknown, of: url) }
        return FileChange(url.exists ? .appeared : .disappeared, of: url)
      }
      guard folder.hasAll || folder.files.contains(name) else { return nil }
      // A file may have replaced a link, or a link a file.
      if isEntry, !isFolder { _ = try? update(for: url, receiver) }
      var file = url
      if folder.hasAll {
        // No URL leads to a name that is not UTF-8.
        guard let text = String(validating: name, as: UTF8.self) else { return FileChange(.unknown, of: url) }
        file = url.appending(component: text)
      }
      if event.has(Int32(IN_CREATE | IN_MOVED_TO)) { return FileChange(.appeared, of: file) }
      if event.has(Int32(IN_DELETE | IN_MOVED_FROM)) { return FileChange(.disappeared, of: file) }
      return event.has(Int32(IN_MODIFY | IN_ATTRIB)) ? FileChange(.modified, of: file) : nil
    }

    /// Whether the watched folder, or the folder of the file, is gone.
    func isEnd(_ event: Inotify.Event) -> Bool {
      folders[event.folder]?.isOwn == true
        && event.has(Int32(IN_IGNORED), Int32(IN_MOVE_SELF | IN_DELETE_SELF), Int32(IN_UNMOUNT))
    }
  }

  extension URL {
    fileprivate var exists: Bool {
      var status = stat()
      return (try? unsafe withPath(for: .watch) { unsafe stat($0, &status) }) == 0
    }
  }
#endif
