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
  /// it is replaced.
  enum FileWatch {
    typealias Source = BroadcastSource<Result<FileChange, FileError>>

    private static let events =
      IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_ATTRIB | IN_DELETE | IN_MOVED_FROM | IN_DELETE_SELF | IN_MOVE_SELF
      | IN_ONLYDIR

    static func start(_ url: URL, _ source: Source) throws(FileError) -> Subscription {
      let isFolder = try url.isFolder()
      let folder = isFolder ? url : url.deletingLastPathComponent()
      let descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw FileError(.last, url: url, operation: .watch) }
      let watch = try unsafe folder.withPath(for: .watch) {
        unsafe inotify_add_watch(descriptor, $0, UInt32(truncatingIfNeeded: events))
      }
      guard watch >= 0 else {
        let reason = FileError.Reason.last
        close(descriptor)
        throw FileError(reason, url: url, operation: .watch)
      }
      let naming = InotifyNaming(url: url, folder: folder, name: isFolder ? nil : url.lastPathComponent)
      let queue = DispatchQueue(label: "Tidings.FileWatch")
      // A dispatch source may be used from any thread; that its protocol does not say so is an omission.
      nonisolated(unsafe) let reading = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      unsafe reading.setEventHandler {
        let batch = InotifyBatch(readFrom: descriptor, naming)
        for change in batch.changes { source.send(.success(change)) }
        if batch.isLast { source.finish() }
      }
      unsafe reading.setCancelHandler { close(descriptor) }
      unsafe reading.activate()
      return Subscription { unsafe reading.cancel() }
    }
  }

  /// Makes changes of events.
  struct InotifyNaming: Sendable {
    let url: URL
    let folder: URL
    /// The only file of interest, if it is not all in the folder.
    let name: String?

    func change(_ mask: UInt32, _ name: String?) -> FileChange? {
      func has(_ events: Int32...) -> Bool { events.contains { mask & UInt32(bitPattern: $0) != 0 } }
      if has(IN_Q_OVERFLOW) { return FileChange(.unknown, of: url) }
      guard let name else { return nil }
      if let wanted = self.name, wanted != name { return nil }
      let file = self.name == nil ? folder.appending(component: name) : url
      if has(IN_CREATE, IN_MOVED_TO) { return FileChange(.appeared, of: file) }
      if has(IN_DELETE, IN_MOVED_FROM) { return FileChange(.disappeared, of: file) }
      return has(IN_MODIFY, IN_ATTRIB) ? FileChange(.modified, of: file) : nil
    }

    func isEnd(_ mask: UInt32) -> Bool {
      mask & UInt32(bitPattern: IN_IGNORED | IN_MOVE_SELF | IN_DELETE_SELF | IN_UNMOUNT) != 0
    }
  }

  /// The events that wait in a descriptor.
  struct InotifyBatch {
    /// Neighbours that say the same are one.
    private(set) var changes: [FileChange] = []
    /// Whether the folder is gone.
    private(set) var isLast = false

    init(readFrom descriptor: CInt, _ naming: InotifyNaming) {
      unsafe withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment) {
        let count = unsafe read(descriptor, $0.baseAddress, $0.count)
        if count > 0 { unsafe add(UnsafeRawBufferPointer(rebasing: $0[..<count]), naming) }
      }
    }

    private mutating func add(_ events: UnsafeRawBufferPointer, _ naming: InotifyNaming) {
      let header = MemoryLayout<inotify_event>.size
      var offset = 0
      while offset + header <= events.count {
        let event = unsafe events.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + header + Int(event.len)
        // Padded with zeros.
        let bytes = unsafe events[(offset + header)..<end].prefix { $0 != 0 }
        let name = unsafe bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        if let change = naming.change(event.mask, name), change != changes.last { changes.append(change) }
        if naming.isEnd(event.mask) { isLast = true }
        offset = end
      }
    }
  }
#endif
