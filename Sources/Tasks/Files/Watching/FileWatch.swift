#if canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation
  import TidingsCore

  /// Watches a folder, or the name of a file in its folder, with inotify.
  ///
  /// A watch of the file itself would follow the old file when it is replaced. For the same reason, the folders of all links
  /// and folders on the way to the file are watched. The file itself is watched, too, because a folder does not report changes
  /// through another hard link, or of a file that is mounted on the name.
  final class FileWatch: Sendable {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    /// The number of events that the system keeps by default. Further events are replaced by one that reports dropped events.
    private static let maximumPendingEvents = 16_384

    private let url: URL
    private let source: Source
    private let queue = DispatchQueue(label: "Tidings.FileWatch")
    private let state: Locked<State>

    private struct State: Sendable {
      var folders: WatchedFolders
      /// Events that the subscribers have not received yet. A delivery is scheduled while there are some.
      var pending: [Inotify.Event] = []
      var isCancelled = false
    }

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let folders = try WatchedFolders(for: url, isFolder: url.isFolder)
      let watch = FileWatch(folders, url, source)
      do throws(FileError) {
        try watch.state.withLock { (state) throws(FileError) in try state.folders.update(watch) }
      } catch {
        watch.cancel()
        throw error
      }
      return Subscription { watch.cancel() }
    }

    private init(_ folders: WatchedFolders, _ url: URL, _ source: Source) {
      self.url = url
      self.source = source
      state = Locked(State(folders: folders))
    }

    private func cancel() {
      state.withLock { state in
        state.isCancelled = true
        state.folders.removeAll(self)
      }
    }

    /// Schedules the delivery of events. Called on the queue of ``Inotify``, which no subscriber may block.
    func receive(_ events: [Inotify.Event]) {
      let isFirst = state.withLock { state in
        defer {
          state.pending += events
          if state.pending.count > Self.maximumPendingEvents { state.pending = [.overflow] }
        }
        return state.pending.isEmpty
      }
      if isFirst { queue.async { [self] in deliver() } }
    }

    private func deliver() {
      let events = state.withLock { state in
        defer { state.pending = [] }
        return state.pending
      }
      var last: FileChange?
      for event in events {
        let (change, isLast) = state.withLock { state -> (FileChange?, Bool) in
          guard !state.isCancelled else { return (nil, false) }
          // Before the change, which follows the URL to other folders.
          let isEnd = state.folders.isEnd(event)
          return (state.folders.change(for: event, self), isEnd)
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

  /// The folders that are watched for one URL. Names are bytes, because equal strings can name different files.
  private struct WatchedFolders: Sendable {
    private struct Interest: Sendable {
      /// The names of the file. There are several if links lead to it.
      var files: Set<[CChar]> = []
      /// The names of links and folders on the way.
      var steps: Set<[CChar]> = []
    }

    private static let entryEvents = Int32(IN_CREATE | IN_MOVED_TO | IN_DELETE | IN_MOVED_FROM)
    private static let allEvents = entryEvents | Int32(IN_MODIFY | IN_ATTRIB | IN_DELETE_SELF | IN_MOVE_SELF)
    /// The number of links that the system follows (Linux, path_resolution(7)).
    private static let maximumLinkCount = 40

    private let inotify: Inotify
    private let url: URL
    private let isFolder: Bool
    /// The names in the URL. The first name is the last element.
    private let names: [[CChar]]
    private var folders: [CInt: Interest] = [:]
    /// The watched folder, or the folder of the file. The watch ends with it.
    private var own: CInt?
    private var ownFile: CInt?
    /// The event of the folder that the file itself reports again.
    private var repeatedEvent: UInt32?
    /// The own folder in its parent. While another process has a removed folder open, the folder reports nothing.
    private var ownEntry: OwnEntry?

    private struct OwnEntry: Sendable {
      let parent: CInt
      let name: [CChar]
      let path: [CChar]
      let inode: ino_t?

      init(_ name: [CChar], of parent: CInt, at path: [CChar]) {
        (self.parent, self.name, self.path, inode) = (parent, name, path, Self.inode(of: path))
      }

      var isGone: Bool { Self.inode(of: path).map { $0 != inode } ?? true }

      private static func inode(of folder: [CChar]) -> ino_t? {
        var status = stat()
        return unsafe stat(folder + [0], &status) == 0 ? status.st_ino : nil
      }
    }

    init(for url: URL, isFolder: Bool) throws(FileError) {
      let path = try unsafe url.withPath(for: .watch) { unsafe String(cString: $0) }
      let absolutePath = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
      names = Self.reversedNames(in: absolutePath.utf8CString.dropLast())
      guard let inotify = Inotify.shared else { throw FileError(.last, url: url, operation: .watch) }
      self.inotify = inotify
      self.url = url
      self.isFolder = isFolder
    }

    private static func reversedNames(in path: ArraySlice<CChar>) -> [[CChar]] {
      path.split(separator: slash).reversed().map { Array($0) }
    }

    /// Follows the URL and its links, and watches the folders on the way, and no others.
    ///
    /// A folder is watched before the names in it are looked up, so each change after the look-up is reported. `kept` is the own
    /// folder, if it cannot have changed. If another folder is found in its place, it was removed or moved: nothing changes then,
    /// because its end or an event of a step is still to come. Throws if the folder of the URL itself cannot be watched.
    mutating func update(_ receiver: FileWatch, keeping kept: CInt? = nil) throws(FileError) {
      var found: [CInt: Interest] = [:]
      var reason = FileError.Reason.system(.ENOENT)
      func watch(_ folder: [CChar], _ events: Int32, _ change: (inout Interest) -> Void = { _ in }) -> CInt? {
        let number = inotify.add(folder, events, for: receiver)
        if number < 0 { reason = .last } else { change(&found[number, default: Interest()]) }
        return number < 0 ? nil : number
      }
      own = nil
      var entry: OwnEntry?
      var folder: [CChar] = []
      var names = names
      var linkCount = 0
      var isURLFollowed = false
      while let name = names.popLast() {
        if name == [dot] { continue }
        if name == [dot, dot] {
          folder.removeLast(folder.count - (folder.lastIndex(of: slash) ?? 0))
          continue
        }
        let path = folder + [slash] + name
        if names.isEmpty, !isFolder {
          let number = watch(folder, Self.allEvents) { $0.files.insert(name) }
          if !isURLFollowed { own = number }
          isURLFollowed = true
        } else if let parent = watch(folder, Self.entryEvents) {
          let isOwn = isFolder ? names.isEmpty : names.count == 1 && !isURLFollowed
          // The end of the own folder is no step.
          let isThere = isOwn && watch(path, Self.allEvents) != nil
          if isThere { entry = OwnEntry(name, of: parent, at: path) } else { found[parent]?.steps.insert(name) }
        }
        if linkCount < Self.maximumLinkCount, let target = Self.target(ofLink: path) {
          _ = watch(folder, Self.entryEvents) { $0.steps.insert(name) }
          entry = nil
          linkCount += 1
          if target.first == slash { folder = [] }
          names += Self.reversedNames(in: target)
        } else {
          folder = path
        }
      }
      if isFolder { own = watch(folder, Self.allEvents) }
      let newFile = isFolder ? -1 : inotify.add(folder, Int32(IN_MODIFY), isFolder: false, for: receiver)
      if newFile >= 0 { found[newFile] = found[newFile] ?? Interest() }
      if let kept, own != kept {
        for new in found.keys where folders[new] == nil { inotify.remove(new, for: receiver) }
        own = kept
        return
      }
      for old in folders.keys where found[old] == nil { inotify.remove(old, for: receiver) }
      (folders, ownEntry, ownFile) = (found, entry, newFile)
      if own == nil { throw FileError(reason, url: url, operation: .watch) }
    }

    private static func target(ofLink path: [CChar]) -> ArraySlice<CChar>? {
      var target = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe readlink(path + [0], &target, target.count)
      return count > 0 ? target[..<count] : nil
    }

    mutating func removeAll(_ receiver: FileWatch) {
      for folder in folders.keys { inotify.remove(folder, for: receiver) }
      folders = [:]
    }

    /// Returns the change that an event describes. Watches other folders if the URL leads elsewhere now.
    mutating func change(for event: Inotify.Event, _ receiver: FileWatch) -> FileChange? {
      if event.has(Int32(IN_Q_OVERFLOW)) {
        try? update(receiver)
        return FileChange(.unknown, of: url)
      }
      let repeated = repeatedEvent.take()
      if event.name == nil, event.folder == ownFile, event.has(Int32(IN_MODIFY)) {
        return event.mask == repeated ? nil : FileChange(.modified, of: url)
      }
      guard let name = event.name, let interest = folders[event.folder] else { return nil }
      let isEntry = event.has(Self.entryEvents)
      let isStep = isEntry && interest.steps.contains(name)
      let isInFolder = isFolder && event.folder == own
      guard isStep || isInFolder || interest.files.contains(name) else { return nil }
      // A file may have replaced a link, or a link a file.
      if isStep || isEntry && !isFolder { try? update(receiver, keeping: isStep ? nil : own) }
      if isStep {
        return FileChange(
          isFolder ? .unknown : FileManager.default.fileExists(atPath: url.path) ? .appeared : .disappeared, of: url)
      }
      var file = url
      if isInFolder {
        // No URL leads to a name that is not UTF-8.
        guard let text = String(validating: name, as: UTF8.self) else { return FileChange(.unknown, of: url) }
        file = url.appending(component: text)
      }
      if event.has(Int32(IN_CREATE | IN_MOVED_TO)) { return FileChange(.appeared, of: file) }
      // If two files exchange their names, the move of the old file is reported after that of the new one.
      let isReplaced = event.has(Int32(IN_MOVED_FROM)) && FileManager.default.fileExists(atPath: file.path)
      if event.has(Int32(IN_DELETE | IN_MOVED_FROM)) {
        return FileChange(isReplaced ? .appeared : .disappeared, of: file)
      }
      repeatedEvent = event.mask
      return event.has(Int32(IN_MODIFY | IN_ATTRIB)) ? FileChange(.modified, of: file) : nil
    }

    /// Whether the watched folder, or the folder of the file, was removed or moved.
    func isEnd(_ event: Inotify.Event) -> Bool {
      // After dropped events, or those from before the watch, only the folder itself shows whether it is still there.
      if let entry = ownEntry, event.folder < 0 || event.folder == entry.parent && event.name == entry.name {
        return entry.isGone
      }
      return event.folder == own && event.has(Int32(IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT))
    }
  }

  private let slash = CChar(bitPattern: UInt8(ascii: "/"))
  private let dot = CChar(bitPattern: UInt8(ascii: "."))
#endif
