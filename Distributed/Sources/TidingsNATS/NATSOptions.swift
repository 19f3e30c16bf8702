public import Foundation

/// How to reach a NATS server or cluster.
///
/// Its description contains no credentials.
public struct NATSOptions: Sendable {
  /// Proves the identity of the client to the server.
  public enum Authentication: Sendable {
    /// A token that all clients share.
    case token(String)
    /// A name with a password.
    case user(String, password: String)
    /// An NKey: its public key, and a file with its seed.
    case nkey(String, seed: URL)
  }

  /// Settings of an encrypted connection.
  public struct Encryption: Sendable {
    /// A file with certificates of authorities to trust, in addition to those of the system, in PEM format.
    public var authorities: URL?

    /// - Parameter authorities: A file with certificates of authorities to trust, in addition to those of the system.
    public init(authorities: URL? = nil) { self.authorities = authorities }
  }

  /// The servers, such as `nats://127.0.0.1:4222`. The client tries them in order, and then others of their cluster.
  public var servers: [URL]
  /// Proves the identity of the client to the server. By default, there is no proof.
  public var authentication: Authentication?
  /// Settings of an encrypted connection. By default, the connection is encrypted if the server requires it, or if one of the
  /// URLs has the scheme `tls`.
  public var encryption: Encryption?
  /// The time for a connection to be established, and for a server to accept what is sent. Then the connection is lost.
  public var timeout = Duration.seconds(2)
  /// The time between two attempts to connect again to all servers, to which the client adds up to a second at random. See
  /// ``NATSConnection`` for when the client stops trying.
  public var reconnectDelay = Duration.milliseconds(500)
  /// The time between two checks of an idle connection. It is lost if two of them are not answered.
  public var pingInterval = Duration.seconds(10)
  /// The number of messages that wait for a slow subscriber, with 1 KiB each on average. The client drops those that follow. It
  /// does not apply to published values.
  public var pendingMessages = 65_536

  /// - Parameters:
  ///   - servers: The servers, such as `nats://127.0.0.1:4222`. The client tries them in order.
  ///   - authentication: Proves the identity of the client to the server.
  ///   - encryption: Settings of an encrypted connection. See ``encryption``.
  public init(_ servers: URL..., authentication: Authentication? = nil, encryption: Encryption? = nil) {
    self.servers = servers
    self.authentication = authentication
    self.encryption = encryption
  }
}

extension NATSOptions: CustomStringConvertible, CustomReflectable {
  public var description: String { "NATSOptions(\(servers.map { $0.host() ?? "" }.joined(separator: ", ")))" }

  public var customMirror: Mirror { Mirror(self, children: ["servers": servers.map { $0.host() ?? "" }]) }
}

extension NATSOptions.Authentication: CustomStringConvertible, CustomReflectable {
  public var description: String { "Authentication(hidden)" }

  public var customMirror: Mirror { Mirror(self, children: []) }
}
