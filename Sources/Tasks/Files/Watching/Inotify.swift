#if canImport(Glibc) || canImport(Musl)
  import Dispatch
  import Foundation
  import TidingsCore

  #if canImport(Glibc)
    import Glibc
  #else
    import Musl
  #endif

  /// The inotify instance of the process, which all file watches share. By default, a user has only 128 instances.
  final class Inotify: Sendable {
    /// An event in a watched folder.
    struct Event: Sendable {
      /// The watched folder; -1 if the system has dropped events.
      var folder: CInt
      var mask: UInt32
      /// The name of the file in the folder; nil if the event is about the folder itself.
      var name: [UInt8]?

      func has(_ events: Int32...) -> Bool { events.contains { mask & UInt32(bitPattern: $0) != 0 } }
    }

    /// Receives the events of some folders, on the queue of the instance.
    protocol Receiver: AnyObject, Sendable {
      func receive(_ events: [Event])
    }

    private static let instance = Locked<Inotify?>(nil)

    /// Returns the instance, which is created at the first call.
    static func shared() throws(POSIXError) -> Inotify {
      try instance.withLock { (instance) throws(POSIXError) in
        if let instance { return instance }
        let shared = try Inotify()
        instance = shared
        return shared
      }
    }

    private let descriptor: CInt
    /// The receivers of each watched folder.
    private let receivers = Locked<[CInt: [any Receiver]]>([:])
    // A dispatch source may be used from any thread, but its protocol does not say so.
    private nonisolated(unsafe) let reading: any DispatchSourceRead

    private init() throws(POSIXError) {
      descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw .last }
      unsafe reading = DispatchSource.makeReadSource(
        fileDescriptor: descriptor, queue: DispatchQueue(label: "Tidings.Inotify"))
      unsafe reading.setEventHandler { [unowned self] in read() }
      unsafe reading.activate()
    }

    /// Watches a folder for some events, in addition to those that it is watched for.
    ///
    /// - Returns: The number of the folder, or a negative number if it cannot be watched. Then `errno` has the reason.
    func add(_ folder: UnsafePointer<CChar>, _ events: Int32, for receiver: some Receiver) -> CInt {
      // Under the lock, so that no event is read before its receiver is known.
      receivers.withLock { receivers in
        let mask = UInt32(bitPattern: events | Int32(bitPattern: UInt32(IN_MASK_ADD)) | IN_ONLYDIR)
        let number = unsafe inotify_add_watch(descriptor, folder, mask)
        if number >= 0, receivers[number]?.contains(where: { $0 === receiver }) != true {
          receivers[number, default: []].append(receiver)
        }
        return number
      }
    }

    func remove(_ folder: CInt, for receiver: some Receiver) {
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
        var deliveries: [(any Receiver, [Event])] = []
        for event in events {
          let all = event.folder < 0 ? receivers.values.flatMap { $0 } : receivers[event.folder] ?? []
          for receiver in all {
            if let index = deliveries.lastIndex(where: { $0.0 === receiver }) {
              // A receiver of several folders gets one event about dropped events.
              if event.folder >= 0 || deliveries[index].1.last?.folder != event.folder {
                deliveries[index].1.append(event)
              }
            } else {
              deliveries.append((receiver, [event]))
            }
          }
          // The system has removed the watch, because the folder is gone.
          if event.has(Int32(IN_IGNORED)) { receivers[event.folder] = nil }
        }
        return deliveries
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
        let name = unsafe [UInt8](bytes[(offset + header)..<end].prefix { $0 != 0 })
        events.append(Event(folder: event.wd, mask: event.mask, name: name.isEmpty ? nil : name))
        offset = end
      }
      return events
    }
  }
#endif
