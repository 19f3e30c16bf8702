import Foundation

#if canImport(FoundationNetworking)
  /// Calls a session's delegate in place, where Foundation on Linux would hand it over.
  ///
  /// There a session reads as fast as the connection gives, and appends each chunk to its delegate's queue without
  /// bound. Under such a flood nothing else gets a turn on the queue that all sessions share: `cancel()` and
  /// `resume()` were measured to take from 4 ms to 4 s, in one run 90 s. A delegate that is called in place can hold up
  /// the reading: it hands each chunk to the backlog of its transfer, and waits when too much is there.
  ///
  /// The price: the delegate must not call into any session, which would wait for itself, nor run anybody else's code;
  /// and while it waits for one disk, no session reads.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {  // Unchecked as its superclass is; it adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#else
  /// Calls a session's delegate on one thread at a time.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {  // Unchecked as its superclass is; it adds no state.
    override init() {
      super.init()
      maxConcurrentOperationCount = 1
    }
  }
#endif
