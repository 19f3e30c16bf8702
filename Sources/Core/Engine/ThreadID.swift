#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The identity of a thread while the thread lives.
@usableFromInline package struct ThreadID: Hashable, Sendable {
  package let rawValue: UInt

  package init(rawValue: UInt) { self.rawValue = rawValue }

  #if canImport(Glibc)
    @usableFromInline package static var current: ThreadID { ThreadID(rawValue: pthread_self()) }
  #else
    @usableFromInline
    package static var current: ThreadID { unsafe ThreadID(rawValue: UInt(bitPattern: pthread_self())) }
  #endif

  /// The identity of a job in the concurrency pool, which counts all updates as those of other threads.
  @usableFromInline package static let pool = ThreadID(rawValue: 0)
}
