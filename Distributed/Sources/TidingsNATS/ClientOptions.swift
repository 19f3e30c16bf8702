internal import CNATS
internal import Foundation
internal import Synchronization

/// The options of the C client, while a connection is being made.
@safe struct ClientOptions: ~Copyable {
  /// The client computes the limit in bytes, 1 KiB for each message, with 32 bits.
  private static let maximumPendingMessages = 2_097_151

  let pointer: OpaquePointer

  init() {
    var created: OpaquePointer?
    let status = unsafe natsOptions_Create(&created)
    precondition(status == NATS_OK, "The C client of NATS is out of memory")
    unsafe pointer = created!
  }

  deinit { unsafe natsOptions_Destroy(pointer) }

  func set(_ options: NATSOptions) throws(NATSError) {
    let status = unsafe withCStrings(options.servers.map(\.absoluteString)) { servers in
      unsafe natsOptions_SetServers(pointer, servers.baseAddress, Int32(servers.count))
    }
    try NATSError.check(status)
    try unsafe NATSError.check(natsOptions_SetNoRandomize(pointer, true))
    switch options.authentication {
    case nil: break
    case .token(let token): try unsafe NATSError.check(natsOptions_SetToken(pointer, token))
    case .user(let name, let password): try unsafe NATSError.check(natsOptions_SetUserInfo(pointer, name, password))
    case .nkey(let key, let seed): try unsafe NATSError.check(natsOptions_SetNKeyFromSeed(pointer, key, seed.path))
    }
    // The client ignores the scheme.
    if options.encryption != nil || options.servers.contains(where: { $0.scheme == "tls" }) {
      try unsafe NATSError.check(natsOptions_SetSecure(pointer, true))
    }
    if let file = options.encryption?.authorities {
      try unsafe NATSError.check(natsOptions_LoadCATrustedCertificates(pointer, file.path))
    }
    try unsafe NATSError.check(natsOptions_SetTimeout(pointer, options.timeout.milliseconds))
    // Without it, a server that reads nothing would block all calls, and the timers that notice it.
    try unsafe NATSError.check(natsOptions_SetWriteDeadline(pointer, options.timeout.milliseconds))
    try unsafe NATSError.check(natsOptions_SetReconnectWait(pointer, options.reconnectDelay.milliseconds))
    try unsafe NATSError.check(natsOptions_SetPingInterval(pointer, options.pingInterval.milliseconds))
    // The client stops after two authentication errors in a row. Only version 3.13 has an option against that.
    try unsafe NATSError.check(natsOptions_SetMaxReconnect(pointer, -1))
    try unsafe NATSError.check(
      natsOptions_SetMaxPendingMsgs(pointer, Int32(clamping: min(options.pendingMessages, Self.maximumPendingMessages)))
    )
  }

  /// The relay must live until the C client has reported that the connection is closed.
  func report(to relay: ConnectionRelay) throws(NATSError) {
    let context = unsafe Unmanaged.passUnretained(relay).toOpaque()
    let disconnected: natsConnectionHandler = { connection, context in
      if unsafe !natsConnection_IsClosed(connection) { unsafe ConnectionRelay.of(context).change(to: .reconnecting) }
    }
    let reconnected: natsConnectionHandler = { _, context in unsafe ConnectionRelay.of(context).change(to: .connected) }
    let closed: natsConnectionHandler = { _, context in
      let relay = unsafe ConnectionRelay.of(context)
      relay.change(to: .closed)
      unsafe Unmanaged.passUnretained(relay).release()
    }
    let failed: natsErrHandler = { _, _, status, context in
      if status == NATS_SLOW_CONSUMER { unsafe ConnectionRelay.of(context).drops.add(1, ordering: .relaxed) }
    }
    try unsafe NATSError.check(natsOptions_SetDisconnectedCB(pointer, disconnected, context))
    try unsafe NATSError.check(natsOptions_SetReconnectedCB(pointer, reconnected, context))
    try unsafe NATSError.check(natsOptions_SetClosedCB(pointer, closed, context))
    try unsafe NATSError.check(natsOptions_SetErrorHandler(pointer, failed, context))
  }
}

extension Duration {
  var milliseconds: Int64 { Int64(clamping: attoseconds / 1_000_000_000_000_000) }
}

/// Calls the body with C strings, which are valid until it returns.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafeMutableBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var copies = unsafe strings.map { unsafe UnsafePointer(strdup($0)) }
  defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
  return unsafe copies.withUnsafeMutableBufferPointer { unsafe body($0) }
}
