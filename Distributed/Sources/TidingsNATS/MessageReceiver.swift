internal import CNATS
internal import Foundation
internal import Synchronization

/// Receives the messages of one subscription, on the thread that the C client has for it.
///
/// Invariant behind `@unchecked`: the mutable state is accessed on that thread, and after it by `deinit`.
final class MessageReceiver: @unchecked Sendable {
  private let receive: @Sendable (Result<ReceivedMessage, NATSError>) -> Void
  private let relay: ConnectionRelay
  /// The relay's number of drops when this subscription was checked last.
  @safe @exclusivity(unchecked) private var checkedDrops = 0
  /// The number of dropped messages that were reported.
  @safe @exclusivity(unchecked) private var reported: Int64 = 0
  /// Small messages that were handled.
  @safe @exclusivity(unchecked) private var handled: [ReceivedMessage] = []

  init(_ relay: ConnectionRelay, _ receive: @escaping @Sendable (Result<ReceivedMessage, NATSError>) -> Void) {
    self.relay = relay
    self.receive = receive
  }

  deinit { destroyHandled() }

  /// Handles a message, and destroys it then or later.
  func handle(_ message: ReceivedMessage, of subscription: OpaquePointer?) {
    let drops = relay.drops.load(ordering: .relaxed)
    if drops != checkedDrops {
      checkedDrops = drops
      unsafe reportDrops(of: subscription)
    }
    receive(.success(message))
    handled.append(message)
    // The client frees each message on another thread, so it takes less time to wake that thread for many at a time.
    if unsafe handled.count == 64 || message.bytes.count > 1_024 { destroyHandled() }
  }

  private func destroyHandled() {
    for message in handled { message.destroy() }
    handled.removeAll(keepingCapacity: true)
  }

  private func reportDrops(of subscription: OpaquePointer?) {
    var dropped: Int64 = 0
    guard unsafe natsSubscription_GetDropped(subscription, &dropped) == NATS_OK, dropped > reported else { return }
    receive(.failure(.messagesDropped(Int(dropped - reported))))
    reported = dropped
  }
}

/// A message of the C client, to be read while it is being handled.
@safe struct ReceivedMessage: @unchecked Sendable {
  // Invariant behind `@unchecked`: it is read by the thread that handles it, and destroyed once.
  private let pointer: OpaquePointer

  init(_ pointer: OpaquePointer) { unsafe self.pointer = pointer }

  func destroy() { unsafe natsMsg_Destroy(pointer) }

  var subject: String { unsafe String(cString: natsMsg_GetSubject(pointer)) }

  /// The subject to which responses go, if the sender expects some.
  var replySubject: String? { unsafe natsMsg_GetReply(pointer).map { unsafe String(cString: $0) } }

  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: natsMsg_GetData(pointer), count: Int(natsMsg_GetDataLength(pointer)))
  }

  var payload: Data { unsafe Data(bytes) }

  /// Whether the server reports that no subscriber has received the request.
  var hasNoReceiver: Bool { unsafe natsMsg_IsNoResponders(pointer) }

  /// The position in the stream that has stored the message, if it was received from one.
  var position: StreamPosition? {
    // The server puts the position into the subject for replies.
    guard let reply = unsafe natsMsg_GetReply(pointer), unsafe strncmp(reply, "$JS.ACK.", 8) == 0 else { return nil }
    var created: UnsafeMutablePointer<jsMsgMetaData>?
    guard unsafe natsMsg_GetMetaData(&created, pointer) == NATS_OK else { return nil }
    defer { unsafe jsMsgMetaData_Destroy(created) }
    return unsafe created.map { metadata in
      unsafe StreamPosition(sequence: metadata.pointee.Sequence.Stream, time: metadata.pointee.Timestamp)
    }
  }

  var headers: [String: [String]] {
    let keys = unsafe strings { unsafe natsMsgHeader_Keys(pointer, &$0, &$1) }
    if keys.isEmpty { return [:] }
    // Keys with different bytes can be equal strings.
    return Dictionary(
      keys.map { key in (key, unsafe strings { unsafe natsMsgHeader_Values(pointer, key, &$0, &$1) }) },
      uniquingKeysWith: +)
  }

  /// Returns the strings of an array that the client allocates, or none if it has none.
  private func strings(
    _ read: (inout UnsafeMutablePointer<UnsafePointer<CChar>?>?, inout Int32) -> natsStatus
  ) -> [String] {
    var array: UnsafeMutablePointer<UnsafePointer<CChar>?>?
    var count: Int32 = 0
    guard unsafe read(&array, &count) == NATS_OK, let array = unsafe array else { return [] }
    defer { unsafe free(array) }
    return (0..<Int(count)).compactMap { index in unsafe array[index].map { unsafe String(cString: $0) } }
  }
}

/// The position of a message in its stream.
///
/// The sequence numbers of a stream that was deleted and created again start again. The time of storing differs.
struct StreamPosition: Hashable {
  var sequence: UInt64
  var time: Int64
}
