#if canImport(Darwin)
  import Dispatch
  import Foundation
  import TidingsCore

  /// Watches a folder, or the name of a file in its folder, with dispatch sources.
  ///
  /// A dispatch source follows a file, not a name. So an event in the folder creates a new one if another file has the name.
  final class FileWatch: Sendable {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    private let url: URL
    private let source: Source
    private let queue = DispatchQueue(label: "Tidings.FileWatch")
    private let state = Locked(State())

    private struct State: Sendable {
      /// The number of the file that has the name, or nil if there is none.
      var identity: UInt64?
      var file: EventSource?
      var isCancelled = false
    }

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let isFolder = url.isFolder
      let folder = try OpenFile(isFolder ? url : url.deletingLastPathComponent(), O_EVTONLY, for: .watch)
      let watch = FileWatch(url, source)
      // On the queue of the events, so that the first one finds the file that has the name now.
      let events = watch.queue.sync {
        let events = EventSource(folder, [.write, .delete, .rename, .revoke], watch.queue) { event in
          if isFolder {
            source.send(.success(FileChange(.unknown, of: url)))
          } else {
            watch.followName(isReporting: true)
          }
          if !event.isDisjoint(with: [.delete, .rename, .revoke]) { source.finish() }
        }
        // After the source of the folder, so that a file that replaces this one is noticed.
        if !isFolder { watch.followName(isReporting: false) }
        return events
      }
      return Subscription {
        events.cancel()
        watch.cancel()
      }
    }

    private init(_ url: URL, _ source: Source) {
      self.url = url
      self.source = source
    }

    /// Watches the file that has the name now. Reports a change if it is another file than before.
    private func followName(isReporting: Bool) {
      let file = try? OpenFile(url, O_EVTONLY, for: .watch)
      // A file that may not be opened is there nevertheless.
      let identity = ((try? file?.status()) ?? url.attributes).map { UInt64($0.st_ino) }
      let (isOther, isWatched) = state.withLock { ($0.identity != identity, $0.file != nil) }
      guard isOther || file != nil && !isWatched else { return }
      let events = file.map { file in
        EventSource(file, [.write, .extend, .attrib], queue) { [source, url] _ in
          source.send(.success(FileChange(.modified, of: url)))
        }
      }
      let unused = state.withLock { state in
        guard !state.isCancelled else { return events }
        defer { (state.identity, state.file) = (identity, events) }
        return state.file
      }
      unused?.cancel()
      if isReporting, isOther { source.send(.success(FileChange(identity == nil ? .disappeared : .appeared, of: url))) }
    }

    private func cancel() {
      let file = state.withLock { state in
        state.isCancelled = true
        return state.file.take()
      }
      file?.cancel()
    }
  }

  /// A dispatch source that keeps its file open until it is cancelled.
  ///
  /// Invariant behind `@unchecked`: a dispatch source can be used on any thread, but its protocol may not declare that.
  private final class EventSource: @unchecked Sendable {
    private let events: any DispatchSourceFileSystemObject

    init(
      _ file: OpenFile, _ mask: DispatchSource.FileSystemEvent, _ queue: DispatchQueue,
      _ receive: @escaping @Sendable (DispatchSource.FileSystemEvent) -> Void
    ) {
      events = DispatchSource.makeFileSystemObjectSource(fileDescriptor: file.descriptor, eventMask: mask, queue: queue)
      events.setEventHandler { [weak self] in
        if let self { receive(events.data) }
      }
      events.setCancelHandler { withExtendedLifetime(file) {} }
      events.activate()
    }

    func cancel() { events.cancel() }
  }

  extension URL {
    /// The attributes of the file, or of the target of a symbolic link, or nil if there is none.
    fileprivate var attributes: stat? {
      var status = stat()
      return unsafe stat(path, &status) == 0 ? status : nil
    }
  }
#endif
