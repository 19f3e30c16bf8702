#if canImport(FoundationNetworking)
  import Foundation

  /// Calls a session's delegate in place, where Foundation on Linux would hand it over.
  ///
  /// There a session reads as fast as the connection gives and appends each chunk to the delegate's queue, without
  /// bound; under such a flood its own queue gets to nothing else, and every other session waits with it: a `cancel()`
  /// or `resume()` was measured to take from 4 ms to 4 s, once a minute and a half. With the delegate called in place
  /// the connection is read no faster than its bytes are written, and `cancel()` takes 0 to 12 ms.
  ///
  /// The price is that the delegate must not call into any session, nor let anybody else's code run.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {  // Unchecked as its superclass is; it adds no state.
    override func addOperation(_ block: @escaping @Sendable () -> Void) {
      block()
    }
  }
#else
  import Foundation

  /// Calls a session's delegate on one thread at a time.
  final class DelegateQueue: OperationQueue, @unchecked Sendable {  // Unchecked as its superclass is; it adds no state.
    override init() {
      super.init()
      maxConcurrentOperationCount = 1
    }
  }
#endif
