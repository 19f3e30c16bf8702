internal import CNATS
internal import Foundation
internal import Tidings

/// A connection of the C client, whose functions may be called on any thread.
///
/// Invariant behind `@unchecked`: the pointer is constant, and valid until the last reference is released.
@safe final class ClientConnection: @unchecked Sendable {
  let pointer: OpaquePointer
  let relay: ConnectionRelay

  /// Connects. Blocks the thread until then.
  init(_ options: NATSOptions) throws(NATSError) {
    relay = ConnectionRelay()
    let clientOptions = ClientOptions()
    try clientOptions.set(options)
    try clientOptions.report(to: relay)
    let retained = unsafe Unmanaged.passRetained(relay)
    var created: OpaquePointer?
    var status = unsafe natsConnection_Connect(&created, clientOptions.pointer)
    if case .nkey = options.authentication, status == NATS_CONNECTION_AUTH_FAILED {
      // Version 3.4.1 of the client sends one in about 300 requests without its signature.
      status = unsafe natsConnection_Connect(&created, clientOptions.pointer)
    }
    guard status == NATS_OK, let created = unsafe created else {
      unsafe retained.release()
      throw NATSError(status)
    }
    unsafe pointer = created
  }

  deinit { unsafe natsConnection_Destroy(pointer) }

  /// Sends what is waiting, and closes the connection.
  func close() { unsafe natsConnection_Close(pointer) }

  /// Waits until the server to which this is connected has handled everything that was sent before.
  func flush(timeout: Duration) throws(NATSError) {
    try unsafe NATSError.check(natsConnection_FlushTimeout(pointer, timeout.milliseconds))
  }

  func publish(
    _ payload: some Bytes, to subject: String, replyTo reply: String? = nil, headers: [String: String] = [:]
  ) throws(NATSError) {
    try subject.checkSubject()
    try checkSize(payload.count, name: subject)
    // The client does not check keys, and a line end in one begins another header.
    for (key, value) in headers {
      let isInvalid = key.isEmpty || key.utf8.contains { $0 <= 0x20 || $0 == UInt8(ascii: ":") || $0 == 0x7F }
      if isInvalid || value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D }) { throw .invalidName(key) }
    }
    // The implicit conversion of a string would allocate memory for each message.
    let status = unsafe subject.withCString { subject in
      unsafe payload.withUnsafeBytes { bytes in
        let data = bytes.baseAddress
        let count = Int32(bytes.count)
        guard headers.isEmpty else { return unsafe publish(data, count, to: subject, replyTo: reply, headers) }
        guard let reply else { return unsafe natsConnection_Publish(pointer, subject, data, count) }
        return unsafe natsConnection_PublishRequest(pointer, subject, reply, data, count)
      }
    }
    try check(status, name: subject, bytes: payload.count)
  }

  private func publish(
    _ data: UnsafeRawPointer?, _ count: Int32, to subject: UnsafePointer<CChar>, replyTo reply: String?,
    _ headers: [String: String]
  ) -> natsStatus {
    var created: OpaquePointer?
    let status = unsafe natsMsg_Create(&created, subject, reply, data?.assumingMemoryBound(to: CChar.self), count)
    guard status == NATS_OK else { return status }
    defer { unsafe natsMsg_Destroy(created) }
    for (key, value) in headers {
      let status = unsafe natsMsgHeader_Set(created, key, value)
      guard status == NATS_OK else { return status }
    }
    return unsafe natsConnection_PublishMsg(pointer, created)
  }

  /// Subscribes to a subject.
  ///
  /// - Parameters:
  ///   - queueGroup: The group of subscribers of which one receives each message.
  ///   - receive: Called with each message, and with the failures between them, on a thread of this subscription.
  /// - Returns: The token that unsubscribes.
  func subscribe(
    to subject: String, queueGroup: String?,
    _ receive: @escaping @Sendable (Result<ReceivedMessage, NATSError>) -> Void
  ) throws(NATSError) -> Subscription {
    try subject.checkSubject(allowingWildcards: true)
    try queueGroup?.checkSubject()
    let receiver = MessageReceiver(relay, receive)
    let context = unsafe Unmanaged.passRetained(receiver).toOpaque()
    let handler: natsMsgHandler = { _, subscription, message, context in
      guard let context = unsafe context, let message = unsafe message else { return }
      let receiver = unsafe Unmanaged<MessageReceiver>.fromOpaque(context).takeUnretainedValue()
      unsafe receiver.handle(ReceivedMessage(message), of: subscription)
    }
    var created: OpaquePointer?
    let status =
      if let queueGroup {
        unsafe natsConnection_QueueSubscribe(&created, pointer, subject, queueGroup, handler, context)
      } else {
        unsafe natsConnection_Subscribe(&created, pointer, subject, handler, context)
      }
    guard status == NATS_OK, let subscription = unsafe created else {
      unsafe Unmanaged<MessageReceiver>.fromOpaque(context).release()
      try check(status, name: subject)
      throw NATSError(status)
    }
    // The client calls this after the last message, or when the connection is closed.
    let completed: natsOnCompleteCB = { context in
      if let context = unsafe context { unsafe Unmanaged<MessageReceiver>.fromOpaque(context).release() }
    }
    guard unsafe natsSubscription_SetOnCompleteCB(subscription, completed, context) == NATS_OK else {
      // The connection was closed. The receiver is never released, because it may be handling a message.
      unsafe natsSubscription_Destroy(subscription)
      throw .closed
    }
    let address = UInt(bitPattern: subscription)
    return Subscription { unsafe natsSubscription_Destroy(OpaquePointer(bitPattern: address)) }
  }

  /// Throws unless the status of a call is `NATS_OK`.
  ///
  /// - Parameters:
  ///   - name: The subject, bucket or key of the call, for the error.
  ///   - bytes: The size of the payload of the call, for the error.
  func check(_ status: natsStatus, name: String, bytes: Int = 0) throws(NATSError) {
    switch status {
    case NATS_OK: break
    case NATS_MAX_PAYLOAD:
      let limit = Int(unsafe natsConnection_GetMaxPayload(pointer))
      throw .payloadTooLarge(bytes: bytes, limit: limit)
    case NATS_INVALID_SUBJECT, NATS_INVALID_ARG: throw .invalidName(name)
    default: throw NATSError(status)
    }
  }

  /// Throws if a payload is too large for the client, which counts its bytes and those of the headers with 32 bits.
  func checkSize(_ bytes: Int, name: String) throws(NATSError) {
    if bytes > 1 << 30 { try check(NATS_MAX_PAYLOAD, name: name, bytes: bytes) }
  }
}

extension String {
  /// Throws if this is not the name of a stream or of a reader, which is one part of a subject.
  func checkName() throws(NATSError) {
    try checkSubject()
    if utf8.contains(UInt8(ascii: ".")) { throw .invalidName(self) }
  }

  /// Throws if messages cannot be published to this subject, or cannot be subscribed to.
  ///
  /// The client checks only some of this. It would send a space or the end of a line as a part of its protocol. A server ends the
  /// connection for a line of more than 4096 bytes, which can contain two subjects, and then the client does not connect again.
  func checkSubject(allowingWildcards: Bool = false) throws(NATSError) {
    if utf8.count > 1_024 { throw .invalidName(self) }
    var previous = UInt8(ascii: ".")
    for byte in utf8 {
      switch byte {
      case ...0x20, 0x7F: throw .invalidName(self)
      case UInt8(ascii: "*") where !allowingWildcards, UInt8(ascii: ">") where !allowingWildcards:
        throw .invalidName(self)
      case UInt8(ascii: ".") where previous == byte: throw .invalidName(self)
      default: previous = byte
      }
    }
    if previous == UInt8(ascii: ".") { throw .invalidName(self) }
  }
}
