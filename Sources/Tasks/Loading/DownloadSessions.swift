import TidingsCore

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#else
  package import Foundation
#endif

/// The download sessions there are: one for each session that was asked for a download and is still alive.
package final class DownloadSessions: Sendable {
  static let shared = DownloadSessions()

  private let entries = Locked<[Entry]>([])

  private struct Entry: Sendable {
    weak let origin: URLSession?
    let session: DownloadSession
  }

  package init() {}

  /// The download session for a session, made at the first call.
  ///
  /// Those whose session is gone are dropped here, and finish what they are at.
  package func session(for origin: URLSession) -> DownloadSession {
    // Released only after the lock: a session's end runs code that is not ours.
    let (session, _) = entries.withLock { entries in
      let abandoned = entries.filter { $0.origin == nil }
      entries.removeAll { $0.origin == nil }
      if let entry = entries.first(where: { $0.origin === origin }) { return (entry.session, abandoned) }
      let session = DownloadSession(configuration: origin.configuration)
      entries.append(Entry(origin: origin, session: session))
      return (session, abandoned)
    }
    return session
  }

  package var count: Int { entries.withLock { $0.count } }
}
