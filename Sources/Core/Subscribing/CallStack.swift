#if DEBUG
  import Foundation

  /// The return addresses of a function's callers, which determine whether the function is still running.
  ///
  /// Empty if Foundation cannot provide the call stack.
  struct CallStack: Sendable {
    /// Ordered from the innermost caller to the outermost.
    private let addresses: [UInt]

    /// Returns the callers of a function that has called the calling function.
    ///
    /// - Parameter count: The number of functions between the calling function and the one in question, plus one.
    static func callers(ofCaller count: Int) -> CallStack {
      // Skips `capture`, this function and the calling function.
      CallStack(addresses: Array(capture().dropFirst(ownCount + 2 + count).prefix(16)))
    }

    /// Whether the calling code runs inside a call that was made by the same callers, from the same locations in them.
    ///
    /// True if the call stack is unknown. False if the search ends at a function without caller information, such as
    /// some functions of the standard library.
    var isRunning: Bool {
      let current = Self.capture()
      guard !current.isEmpty else { return true }
      guard let innermost = addresses.first else { return false }
      return current.indices.contains { index in
        current[index] == innermost && current[index...].starts(with: addresses)
      }
    }

    /// The number of addresses before the one in the capturing function. Two captures by one function differ there.
    private static let ownCount: Int = {
      let first = capture()
      let second = capture()
      return zip(first, second).prefix { $0 == $1 }.count
    }()

    @inline(never)
    private static func capture() -> [UInt] {
      Thread.callStackReturnAddresses.map(\.uintValue)
    }
  }
#endif
