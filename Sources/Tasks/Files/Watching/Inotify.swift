#if canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation
  import TidingsCore

  /// The inotify instance of the process, which all file watches share. By default, a user has only 128 instances.
  final class Inotify: Sendable {
    struct Event: Sendable {
      /// The watched folder; -1 if events were dropped.
      var folder: CInt
      var mask: UInt32
      /// The name of the file in the folder, or nil if the event is about the folder itself.
      var name: [CChar]?

      static let overflow = Event(folder: -1, mask: UInt32(bitPattern: IN_Q_OVERFLOW))

      func has(_ events: Int32) -> Bool { mask & UInt32(bitPattern: events) != 0 }
    }

    private static let instance = Locked<Inotify?>(nil)

    /// The instance, which is created at the first use, or nil if the system has no more. Then `errno` has the reason.
    static var shared: Inotify? {
      instance.withLock { instance in
        instance = instance ?? Inotify()
        return instance
      }
    }

    private let descriptor: CInt
    private let receivers = Locked<[CInt: [FileWatch]]>([:])
    // A dispatch source may be used from any thread, but its protocol does not say so.
    private nonisolated(unsafe) let reading: any DispatchSourceRead

    private init?() {
      descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { return nil }
      unsafe reading = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "Tidings.Inotify"))
      unsafe reading.setEventHandler { [unowned self] in read() }
      unsafe reading.activate()
    }

    /// Watches a path without a final slash for more events. Returns a negative number after a failure, with `errno`.
    func add(_ path: [CChar], _ events: Int32, isFolder: Bool = true, for receiver: FileWatch) -> CInt {
      let path = path + (isFolder ? "/" : "").utf8CString
      let mask = UInt32(bitPattern: events | Int32(bitPattern: UInt32(IN_MASK_ADD)) | (isFolder ? IN_ONLYDIR : 0))
      // Under the lock, so that no event is read before its receiver is known.
      return receivers.withLock { receivers in
        let number = unsafe inotify_add_watch(descriptor, path, mask)
        if number >= 0, receivers[number]?.contains(where: { $0 === receiver }) != true {
          receivers[number, default: []].append(receiver)
        }
        return number
      }
    }

    func remove(_ folder: CInt, for receiver: FileWatch) {
      receivers.withLock { receivers in
        receivers[folder]?.removeAll { $0 === receiver }
        guard receivers[folder]?.isEmpty == true else { return }
        receivers[folder] = nil
        inotify_rm_watch(descriptor, folder)
      }
    }

    private func read() {
      let events = unsafe withUnsafeTemporaryAllocation(
        byteCount: 1 << 16, alignment: MemoryLayout<inotify_event>.alignment
      ) { buffer in
        let count = unsafe Foundation.read(descriptor, buffer.baseAddress, buffer.count)
        return unsafe count > 0 ? Self.events(in: UnsafeRawBufferPointer(rebasing: buffer[..<count])) : []
      }
      let deliveries = receivers.withLock { receivers in
        var deliveries: [ObjectIdentifier: (receiver: FileWatch, events: [Event])] = [:]
        for event in events {
          let interested = event.folder < 0 ? receivers.values.flatMap { $0 } : receivers[event.folder] ?? []
          for receiver in interested {
            deliveries[ObjectIdentifier(receiver), default: (receiver, [])].events.append(event)
          }
          // The system has removed the watch, because the folder was removed.
          if event.has(Int32(IN_IGNORED)) { receivers[event.folder] = nil }
        }
        return Array(deliveries.values)
      }
      for (receiver, events) in deliveries { receiver.receive(events) }
    }

    private static func events(in bytes: UnsafeRawBufferPointer) -> [Event] {
      let header = MemoryLayout<inotify_event>.size
      var events: [Event] = []
      var offset = 0
      while offset + header <= bytes.count {
        let event = unsafe bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let end = offset + header + Int(event.len)
        // The name is padded with zeros.
        let name = unsafe bytes[(offset + header)..<end].prefix { $0 != 0 }.map { CChar(bitPattern: $0) }
        events.append(Event(folder: event.wd, mask: event.mask, name: name.isEmpty ? nil : name))
        offset = end
      }
      return events
    }
  }
#endif
