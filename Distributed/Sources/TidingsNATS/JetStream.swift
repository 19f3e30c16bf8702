internal import CNATS
internal import Foundation

/// JetStream, the part of a server that stores messages. Its functions block.
///
/// Invariant behind `@unchecked`: the pointer is constant, and valid until the last reference is released. The client allows
/// calls on any thread.
@safe final class JetStream: @unchecked Sendable {
  let pointer: OpaquePointer
  let connection: ClientConnection

  init(of connection: ClientConnection) throws(NATSError) {
    self.connection = connection
    var created: OpaquePointer?
    let status = unsafe natsConnection_JetStream(&created, connection.pointer, nil)
    guard status == NATS_OK, let created = unsafe created else { throw NATSError(status) }
    unsafe pointer = created
  }

  deinit { unsafe jsCtx_Destroy(pointer) }

  func createStream(_ name: String, subjects: [String], replicas: Int) throws(NATSError) {
    try name.checkName()
    var code = jsErrCode(0)
    let status = unsafe withCStrings(subjects) { subjects in
      unsafe name.withCString { name in
        var configuration = unsafe jsStreamConfig()
        unsafe jsStreamConfig_Init(&configuration)
        unsafe configuration.Name = name
        unsafe configuration.Subjects = subjects.baseAddress
        unsafe configuration.SubjectsLen = Int32(subjects.count)
        unsafe configuration.Replicas = Int64(replicas)
        return unsafe js_AddStream(nil, pointer, &configuration, nil, &code)
      }
    }
    try check(status, code, name: name)
  }

  /// Throws unless the status of a call is `NATS_OK`.
  private func check(_ status: natsStatus, _ code: jsErrCode, name: String, bytes: Int = 0) throws(NATSError) {
    if code.rawValue != 0 { throw NATSError(code) }
    try connection.check(status, name: name, bytes: bytes)
  }

  /// Publishes a message, and waits until the server has stored it.
  ///
  /// - Parameters:
  ///   - id: The server stores one of several messages with the same identifier. It contains no control
  ///     characters: the client would take it up to a zero byte, and replace line ends.
  ///   - sequence: The sequence number of the last message of the subject, or zero if there is none. If the subject has
  ///     another last message, this throws an error with ``NATSError/isConflict``.
  func publish(
    _ payload: Data, to subject: String, id: String = "", replacing sequence: UInt64? = nil, timeout: Duration
  ) throws(NATSError) {
    try subject.checkSubject()
    try connection.checkSize(payload.count, name: subject)
    if id.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .invalidName(id) }
    var code = jsErrCode(0)
    let status = unsafe id.withCString { id in
      var options = unsafe jsPubOptions()
      unsafe jsPubOptions_Init(&options)
      unsafe options.MsgId = id
      unsafe options.MaxWait = timeout.milliseconds
      unsafe options.ExpectLastSubjectSeq = sequence ?? 0
      unsafe options.ExpectNoMessage = sequence == 0
      return unsafe payload.withUnsafeBytes { bytes in
        unsafe js_Publish(nil, pointer, subject, bytes.baseAddress, Int32(bytes.count), &options, &code)
      }
    }
    try check(status, code, name: subject, bytes: payload.count)
  }

  /// Subscribes to a subject of a stream. The server remembers under the name how far it has been read.
  func read(
    _ subject: String, of stream: String, as name: String, redeliverAfter delay: Duration
  ) throws(NATSError) -> DurableReader {
    try stream.checkName()
    try name.checkName()
    try subject.checkSubject(allowingWildcards: true)
    var code = jsErrCode(0)
    var created: OpaquePointer?
    let status = unsafe withCStrings([stream, name, subject]) { strings in
      var consumer = unsafe jsConsumerConfig()
      unsafe jsConsumerConfig_Init(&consumer)
      unsafe consumer.Durable = strings[1]
      unsafe consumer.FilterSubject = strings[2]
      unsafe consumer.AckPolicy = js_AckExplicit
      unsafe consumer.AckWait = delay.milliseconds * 1_000_000
      let status = unsafe js_AddConsumer(nil, pointer, strings[0], &consumer, nil, &code)
      guard status == NATS_OK else { return status }
      // The client removes only consumers that it has created itself.
      var options = unsafe jsSubOptions()
      unsafe jsSubOptions_Init(&options)
      unsafe options.Stream = strings[0]
      unsafe options.Consumer = strings[1]
      return unsafe js_PullSubscribe(&created, pointer, subject, name, nil, &options, nil)
    }
    try check(status, code, name: name)
    guard let created = unsafe created else { throw .closed }
    return unsafe DurableReader(created, named: name, of: stream, in: self)
  }
}

/// Requests messages of a stream in batches, so that no more wait here than one batch.
///
/// Invariant behind `@unchecked`: the pointer is constant, and valid until the last reference is released.
@safe final class DurableReader: @unchecked Sendable {
  private let pointer: OpaquePointer
  private let name: String
  private let stream: String
  private let jetStream: JetStream

  init(_ pointer: OpaquePointer, named name: String, of stream: String, in jetStream: JetStream) {
    unsafe self.pointer = pointer
    self.name = name
    self.stream = stream
    self.jetStream = jetStream
  }

  deinit { unsafe natsSubscription_Destroy(pointer) }

  /// Lets `next` return. Messages that are on their way are delivered to another reader.
  func stop() { unsafe natsSubscription_Unsubscribe(pointer) }

  /// Waits up to a second for messages, and handles them.
  ///
  /// - Parameter handle: Returns whether the message is done. Otherwise the server delivers it again.
  func next(_ handle: (ReceivedMessage) -> Bool) throws(NATSError) {
    var list = unsafe natsMsgList()
    let status = unsafe natsSubscription_Fetch(&list, pointer, 256, 1_000, nil)
    if status == NATS_TIMEOUT { return try checkExistence() }
    try NATSError.check(status)
    defer { unsafe natsMsgList_Destroy(&list) }
    for index in 0..<Int(unsafe list.Count) {
      guard let message = unsafe list.Msgs[index] else { continue }
      let isDone = handle(unsafe ReceivedMessage(message))
      _ = unsafe isDone ? natsMsg_Ack(message, nil) : natsMsg_Nak(message, nil)
    }
  }

  /// Throws if the reader was deleted, for example with its stream. The server does not respond to later requests for messages.
  private func checkExistence() throws(NATSError) {
    var information: UnsafeMutablePointer<jsConsumerInfo>?
    defer { unsafe jsConsumerInfo_Destroy(information) }
    let status = unsafe js_GetConsumerInfo(&information, jetStream.pointer, stream, name, nil, nil)
    if status == NATS_NOT_FOUND { try NATSError.check(status) }
  }
}
