internal import CNATS
internal import Foundation

/// Receives the messages of one subscription, on the thread that the C client has for it.
///
/// Invariant behind `@unchecked`: `reported` is accessed on that thread only.
final class MessageReceiver: @unchecked Sendable {
  private let receive: @Sendable (Result<ReceivedMessage, NATSError>) -> Void
  /// The number of dropped messages that were reported.
  private var reported: Int64 = 0

  init(_ receive: @escaping @Sendable (Result<ReceivedMessage, NATSError>) -> Void) { self.receive = receive }

  func handle(_ message: ReceivedMessage, of subscription: OpaquePointer?) {
    var dropped: Int64 = 0
    if unsafe natsSubscription_GetDropped(subscription, &dropped) == NATS_OK, dropped > reported {
      receive(.failure(.messagesDropped(Int(dropped - reported))))
      reported = dropped
    }
    receive(.success(message))
  }
}

/// A message of the C client, valid while it is being handled.
@safe struct ReceivedMessage: @unchecked Sendable {
  // Invariant behind `@unchecked`: it stays on the thread that handles it.
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  var subject: String { unsafe String(cString: natsMsg_GetSubject(pointer)) }

  /// The subject to which responses go, if the sender expects some.
  var replySubject: String? { unsafe natsMsg_GetReply(pointer).map { unsafe String(cString: $0) } }

  var payload: Data {
    let count = unsafe Int(natsMsg_GetDataLength(pointer))
    guard count > 0 else { return Data() }
    return unsafe Data(bytes: natsMsg_GetData(pointer), count: count)
  }

  /// Whether the server reports that no subscriber has received the request.
  var hasNoReceiver: Bool { unsafe natsMsg_IsNoResponders(pointer) }

  /// The position in the stream that has stored the message, if one has.
  var sequence: UInt64? {
    // The server puts the position into the subject for replies.
    guard let reply = unsafe natsMsg_GetReply(pointer), unsafe strncmp(reply, "$JS.ACK.", 8) == 0 else { return nil }
    var created: UnsafeMutablePointer<jsMsgMetaData>?
    guard unsafe natsMsg_GetMetaData(&created, pointer) == NATS_OK else { return nil }
    defer { unsafe jsMsgMetaData_Destroy(created) }
    return unsafe created?.pointee.Sequence.Stream
  }

  var headers: [String: [String]] {
    var keys: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: Int32 = 0
    guard unsafe natsMsgHeader_Keys(pointer, &keys, &count) == NATS_OK, let keys = unsafe keys else { return [:] }
    defer { unsafe free(keys) }
    var headers: [String: [String]] = [:]
    for index in 0..<Int(count) {
      guard let key = unsafe keys[index] else { continue }
      unsafe headers[String(cString: key)] = unsafe values(of: key)
    }
    return headers
  }

  private func values(of key: UnsafePointer<CChar>) -> [String] {
    var values: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: Int32 = 0
    guard unsafe natsMsgHeader_Values(pointer, key, &values, &count) == NATS_OK, let values = unsafe values else {
      return []
    }
    defer { unsafe free(values) }
    return (0..<Int(count)).compactMap { index in unsafe values[index].map { unsafe String(cString: $0) } }
  }
}
