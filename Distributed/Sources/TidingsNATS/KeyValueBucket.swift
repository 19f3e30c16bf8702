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

  private let jetStream: JetStream
  private let store: OpaquePointer
  private var connection: ClientConnection { jetStream.connection }

  /// Opens the bucket, and creates it if it does not exist.
  init(_ name: String, of connection: ClientConnection) throws(NATSError) {
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
    var created: OpaquePointer?
    let status = unsafe kvStore_Get(&created, store, key)
    if status == NATS_NOT_FOUND { return Entry(payload: nil, revision: 0) }
    try connection.check(status, name: key)
    return unsafe Self.entry(created)
  }

  /// Writes a value, regardless of the current entry.
  func write(_ payload: Data, to key: String) throws(NATSError) {
    let status = unsafe payload.withUnsafeBytes { bytes in
      unsafe kvStore_Put(nil, store, key, bytes.baseAddress, Int32(bytes.count))
    }
    try connection.check(status, name: key, bytes: payload.count)
  }

  /// Writes a value if the key still has an entry that was read before.
  ///
  /// - Returns: Whether the value was written. Otherwise the key has another entry.
  func write(_ payload: Data, to key: String, replacing former: Entry) throws(NATSError) -> Bool {
    let status = unsafe payload.withUnsafeBytes { bytes in
      let data = bytes.baseAddress
      let count = Int32(bytes.count)
      guard former.payload != nil else { return unsafe kvStore_Create(nil, store, key, data, count) }
      return unsafe kvStore_Update(nil, store, key, data, count, former.revision)
    }
    // The client does not say why the server refused.
    if status == NATS_ERR, try read(key).revision != former.revision { return false }
    try connection.check(status, name: key, bytes: payload.count)
    return true
  }

  func remove(_ key: String) throws(NATSError) { try unsafe connection.check(kvStore_Delete(store, key), name: key) }

  /// Reads one entry after the other, until it is stopped or the watching fails.
  ///
  /// - Parameter receive: Called with the current entry, which has revision zero if there is none, and with each later one.
  func watch(_ key: String, until stopping: Stopping, _ receive: (Entry) -> Void) throws(NATSError) {
    var created: OpaquePointer?
    try unsafe connection.check(kvStore_Watch(&created, store, key, nil), name: key)
    guard let created = unsafe created else { throw .closed }
    let watcher = unsafe Watcher(created, of: self)
    stopping.whenStopped { watcher.stop() }
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
