internal import CNATS

/// A failure of a connection, of a message, or of work on another machine.
///
/// Its description never contains credentials.
public enum NATSError: Error, Hashable, Sendable {
  /// No server accepts connections at the given addresses.
  case noServer
  /// The server has refused the credentials, or requires some.
  case authenticationFailed
  /// The encrypted connection failed, for example because the certificate of the server is not trusted.
  case encryptionFailed(String)
  /// The server did not respond in time.
  case timedOut
  /// The connection was closed.
  case closed
  /// The connection was lost, and the updates that wait for it have no more space.
  case bufferFull
  /// The subject, the queue group, the bucket, the key or the identifier contains characters that are not allowed there or has
  /// more than 1024 bytes, or the header with this key has such characters.
  case invalidName(String)
  /// The payload with its headers is larger than the server accepts. Both sizes are in bytes, the first without headers.
  case payloadTooLarge(bytes: Int, limit: Int)
  /// A value cannot be encoded here, or cannot be encoded or sent by the program that serves a request.
  case encodingFailed(String)
  /// The payload of a message cannot be decoded here, or that of a request by the program that serves it.
  case decodingFailed(subject: String, String)
  /// The subscriber is too slow, so the client has dropped this many messages before the next one.
  case messagesDropped(Int)
  /// No program serves the requests of this subject.
  case notServed
  /// Nothing was heard for three heartbeats of the program that works on a request. It is gone, or a connection is lost. The task
  /// may have run there, or may run later.
  case serverLost
  /// Another failure, with its text and the status of the C client or the error code of JetStream.
  case other(status: Int, String)
}

extension NATSError {
  init(_ status: natsStatus) {
    switch status {
    case NATS_NO_SERVER: self = .noServer
    case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED: self = .authenticationFailed
    case NATS_SSL_ERROR, NATS_SECURE_CONNECTION_REQUIRED, NATS_SECURE_CONNECTION_WANTED:
      self = .encryptionFailed(Self.text(of: status))
    case NATS_TIMEOUT: self = .timedOut
    case NATS_CONNECTION_CLOSED: self = .closed
    case NATS_INSUFFICIENT_BUFFER: self = .bufferFull
    // The text of the server. Those of some other statuses can contain URLs.
    case NATS_ERR: self = .other(status: Int(status.rawValue), Self.lastText ?? Self.text(of: status))
    default: self = .other(status: Int(status.rawValue), Self.text(of: status))
    }
  }

  /// The reason for which a stream refuses a message. Called on the thread of the call.
  init(_ code: jsErrCode) {
    self = .other(status: Int(code.rawValue), Self.lastText ?? "")
  }

  /// Whether a message was refused because another one was stored before it.
  var isConflict: Bool { if case .other(10_071, _) = self { true } else { false } }

  /// The text of the last failure on this thread.
  private static var lastText: String? { unsafe nats_GetLastError(nil).map { unsafe String(cString: $0) } }

  private static func text(of status: natsStatus) -> String {
    unsafe String(cString: natsStatus_GetText(status))
  }

  /// Throws unless the status of a call is `NATS_OK`.
  static func check(_ status: natsStatus) throws(NATSError) {
    if status != NATS_OK { throw NATSError(status) }
  }

  /// Whether the same call would fail again.
  var isFinal: Bool {
    switch self {
    case .closed, .invalidName, .payloadTooLarge, .encodingFailed: true
    // The message or its headers are too large for the stream, or the stream is sealed.
    case .other(10_054, _), .other(10_097, _), .other(10_109, _): true
    default: false
    }
  }
}
