#if canImport(Darwin)
  import Dispatch
  import Foundation
  import TidingsCore

  /// Watches a folder, and the file in it that is wanted, with dispatch sources.
  ///
  /// A source follows a file, not a name. So when something happens in the folder, and the name has got another file, a
  /// new source is made for that.
  enum FileWatch {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let isFolder = try url.isFolder()
      let queue = DispatchQueue(label: "Tidings.FileWatch")
      let folder = try OpenFile(isFolder ? url : url.deletingLastPathComponent(), O_EVTONLY, for: .watch)
      let named = isFolder ? nil : NamedFileWatch(url, queue, source)
      named?.look(tells: false)
      let watch = DispatchSourceWatch(folder, [.write, .delete, .rename, .revoke], queue) { event in
        if let named { named.look(tells: true) } else { source.send(.success(FileChange(.unknown, of: url))) }
        if !event.isDisjoint(with: [.delete, .rename, .revoke]) { source.finish() }
      }
      return Subscription {
        watch.cancel()
        named?.cancel()
      }
    }
  }

  /// The file that has a name at the moment.
  private final class NamedFileWatch: Sendable {
    private struct State: Sendable {
      var identity: UInt64?
      var watch: DispatchSourceWatch?
      var isCancelled = false
    }

    private let url: URL
    private let queue: DispatchQueue
    private let source: FileWatch.Source
    private let state = Locked(State())

    init(_ url: URL, _ queue: DispatchQueue, _ source: FileWatch.Source) {
      self.url = url
      self.queue = queue
      self.source = source
    }

    /// Looks which file has the name now, and tells if it is another one.
    func look(tells: Bool) {
      let file = try? OpenFile(url, O_EVTONLY, for: .watch)
      let identity = (try? file?.status()).map { UInt64($0.st_ino) }
      guard identity != state.withLock({ $0.identity }) else { return }
      let watch = file.map { file in
        DispatchSourceWatch(file, [.write, .extend, .attrib], queue) { [source, url] _ in
          source.send(.success(FileChange(.modified, of: url)))
        }
      }
      let previous = state.withLock { state in
        defer { (state.identity, state.watch) = (identity, state.isCancelled ? nil : watch) }
        return state.isCancelled ? watch : state.watch
      }
      previous?.cancel()
      if tells { source.send(.success(FileChange(identity == nil ? .disappeared : .appeared, of: url))) }
    }

    func cancel() {
      let watch = state.withLock { state in
        defer { state.watch = nil }
        state.isCancelled = true
        return state.watch
      }
      watch?.cancel()
    }
  }

  /// A dispatch source that holds its file open until it is cancelled.
  private final class DispatchSourceWatch: Sendable {
    // A dispatch source may be used from any thread; that its protocol does not say so is an omission.
    private nonisolated(unsafe) let events: any DispatchSourceFileSystemObject

    init(
      _ file: OpenFile, _ mask: DispatchSource.FileSystemEvent, _ queue: DispatchQueue,
      _ receive: @escaping @Sendable (DispatchSource.FileSystemEvent) -> Void
    ) {
      let events = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: file.descriptor, eventMask: mask, queue: queue)
      unsafe self.events = events
      events.setEventHandler { [weak events] in
        if let events { receive(events.data) }
      }
      // Keeps the descriptor open for as long as the source needs it.
      events.setCancelHandler { withExtendedLifetime(file) {} }
      events.activate()
    }

    func cancel() {
      unsafe events.cancel()
    }
  }
#endif
