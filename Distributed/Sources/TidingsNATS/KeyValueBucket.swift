internal import CNATS
internal import Foundation
internal import Tidings

/// A JetStream key-value bucket of the C client. Its functions block.
///
/// Invariant behind `@unchecked`: the pointer is constant, and valid until the last reference is released. The client allows
/// calls on any thread.
@safe final class KeyValueBucket: @unchecked Sendable {
  /// A value as the bucket has it.
  struct Entry: Sendable {
    /// Nil for a key without a value.
    var payload: Data?
    /// Increases with each change of the bucket. Zero for a key that never had a value.
    var revision: UInt64
  }

  private let name: String
  private let jetStream: JetStream
  private let store: OpaquePointer
  private var connection: ClientConnection { jetStream.connection }

  /// Opens the bucket, and creates it if it does not exist.
  init(_ name: String, of connection: ClientConnection) throws(NATSError) {
    try name.checkName()
    self.name = name
    let jetStream = try JetStream(of: connection)
    self.jetStream = jetStream
    var store: OpaquePointer?
    var status = unsafe js_KeyValue(&store, jetStream.pointer, name)
    if status == NATS_NOT_FOUND {
      status = unsafe name.withCString { name in
        var configuration = unsafe kvConfig()
        unsafe kvConfig_Init(&configuration)
        unsafe configuration.Bucket = name
        return unsafe js_CreateKeyValue(&store, jetStream.pointer, &configuration)
      }
    }
    try connection.check(status, name: name)
    guard let store = unsafe store else { throw .closed }
    unsafe self.store = store
  }

  deinit { unsafe kvStore_Destroy(store) }

  /// Reads the current value of a key.
  func read(_ key: String) throws(NATSError) -> Entry {
    try key.checkSubject()
    var created: OpaquePointer?
    let status = unsafe kvStore_Get(&created, store, key)
    if status == NATS_NOT_FOUND { return try readLastMessage(of: key) }
    try connection.check(status, name: key)
    return unsafe Self.entry(created)
  }

  /// Reads a key whose value may have been removed. The client does not return the revision of the removal.
  private func readLastMessage(of key: String) throws(NATSError) -> Entry {
    var created: OpaquePointer?
    let status = unsafe js_GetLastMsg(&created, jetStream.pointer, "KV_\(name)", subject(of: key), nil, nil)
    if status == NATS_NOT_FOUND { return Entry(payload: nil, revision: 0) }
    try connection.check(status, name: key)
    guard let created = unsafe created else { throw .closed }
    let message = unsafe ReceivedMessage(created)
    defer { message.destroy() }
    let isRemoval = message.headers["KV-Operation"] != nil
    return Entry(payload: isRemoval ? nil : message.payload, revision: unsafe natsMsg_GetSequence(created))
  }

  private func subject(of key: String) -> String { "$KV.\(name).\(key)" }

  /// Writes a value, regardless of the current entry.
  func write(_ payload: Data, to key: String) throws(NATSError) {
    try key.checkSubject()
    try connection.checkSize(payload.count, name: key)
    let status = unsafe payload.withUnsafeBytes { bytes in
      unsafe kvStore_Put(nil, store, key, bytes.baseAddress, Int32(bytes.count))
    }
    try connection.check(status, name: key, bytes: payload.count)
  }

  /// Writes a value if the key still has an entry that was read before.
  ///
  /// - Returns: Whether the value was written. Otherwise the key has another entry.
  func write(_ payload: Data, to key: String, replacing former: Entry) throws(NATSError) -> Bool {
    do throws(NATSError) {
      // The functions of the client for this do not report why the server has refused the value.
      try jetStream.publish(payload, to: subject(of: key), replacing: former.revision, timeout: .seconds(5))
      return true
    } catch {
      if error.isConflict { return false }
      throw error
    }
  }

  func remove(_ key: String) throws(NATSError) {
    try key.checkSubject()
    try unsafe connection.check(kvStore_Delete(store, key), name: key)
  }

  /// Reads one entry after the other, until it is stopped or the watching fails.
  ///
  /// - Parameter receive: Called with the current entry, which has revision zero if there is none, and with each later one.
  func watch(_ key: String, until stopping: Stopping, _ receive: (Entry) -> Void) throws(NATSError) {
    try key.checkSubject()
    var created: OpaquePointer?
    try unsafe connection.check(kvStore_Watch(&created, store, key, nil), name: key)
    guard let created = unsafe created else { throw .closed }
    let watcher = unsafe Watcher(created, of: self)
    // The client waits for the server here, for five seconds while the connection is lost.
    stopping.whenStopped { DispatchQueue.global().async { watcher.stop() } }
    watcher.run(receive)
  }

  fileprivate static func entry(_ created: OpaquePointer?) -> Entry {
    defer { unsafe kvEntry_Destroy(created) }
    guard unsafe kvEntry_Operation(created) == kvOp_Put else {
      return Entry(payload: nil, revision: unsafe kvEntry_Revision(created))
    }
    let payload = unsafe Data(bytes: kvEntry_Value(created), count: Int(kvEntry_ValueLen(created)))
    return Entry(payload: payload, revision: unsafe kvEntry_Revision(created))
  }
}

/// The watching of one key.
///
/// Invariant behind `@unchecked`: the pointer is constant, and valid until the last reference is released.
@safe private final class Watcher: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let bucket: KeyValueBucket

  init(_ pointer: OpaquePointer, of bucket: KeyValueBucket) {
    unsafe self.pointer = pointer
    self.bucket = bucket
  }

  deinit { unsafe kvWatcher_Destroy(pointer) }

  /// Lets `run` return.
  func stop() { unsafe kvWatcher_Stop(pointer) }

  func run(_ receive: (KeyValueBucket.Entry) -> Void) {
    var isFirst = true
    while true {
      var created: OpaquePointer?
      let status = unsafe kvWatcher_Next(&created, pointer, .max)
      guard status == NATS_OK else { return }
      if unsafe created != nil {
        receive(unsafe KeyValueBucket.entry(created))
      } else if isFirst {
        // The client has read the whole bucket, and the key has no entry.
        receive(KeyValueBucket.Entry(payload: nil, revision: 0))
      }
      isFirst = false
    }
  }
}
