import TidingsCore

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The sessions of the module's own there are: one for each session that was asked for a task and is still alive.
package final class SessionTransports: Sendable {
  static let shared = SessionTransports()

  private let entries = Locked<[Entry]>([])

  private struct Entry: Sendable {
    weak let origin: URLSession?
    let transport: SessionTransport
  }

  package init() {}

  /// The transport for a session, made at the first call.
  ///
  /// Those whose session is gone are dropped here, and finish what they are at.
  package func transport(for origin: URLSession) -> SessionTransport {
    // Released only after the lock: a session's end runs code that is not ours.
    let (transport, _) = entries.withLock { entries in
      let abandoned = entries.filter { $0.origin == nil }
      entries.removeAll { $0.origin == nil }
      if let entry = entries.first(where: { $0.origin === origin }) { return (entry.transport, abandoned) }
      let transport = SessionTransport(configuration: origin.configuration)
      entries.append(Entry(origin: origin, transport: transport))
      return (transport, abandoned)
    }
    return transport
  }

  package var count: Int { entries.withLock { $0.count } }
}
