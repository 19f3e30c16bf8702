#if DEBUG
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// The return addresses of a function's callers, which determine whether the function is still running.
  ///
  /// Empty if the C library cannot provide the call stack.
  struct CallStack: Sendable {
    /// Ordered from the innermost caller to the outermost.
    private let addresses: [UInt]

    /// Returns the callers of a function that has called the calling function.
    ///
    /// - Parameter count: The number of functions between the calling function and the one in question, plus one.
    static func callers(ofCaller count: Int) -> CallStack {
      let addresses = capture(atMost: 18)
      // Skips `capture`, this function and the calling function.
      return CallStack(addresses: Array(addresses.dropFirst(ownCount + 2 + count)))
    }

    /// Whether the calling code runs inside a call that was made by the same callers, from the same locations in them.
    ///
    /// True if the call stack is unknown. False if the search ends at a function without caller information, such as
    /// some functions of the standard library.
    var isRunning: Bool {
      guard unsafe Self.backtrace != nil else { return true }
      guard let innermost = addresses.first else { return false }
      let current = Self.capture(atMost: 64)
      return current.indices.contains { index in
        current[index] == innermost && current[index...].starts(with: addresses)
      }
    }

    /// The number of addresses before the one in the capturing function. Two captures by one function differ there.
    private static let ownCount: Int = {
      let first = capture(atMost: 18)
      let second = capture(atMost: 18)
      return zip(first, second).prefix { $0 == $1 }.count
    }()

    @inline(never)
    private static func capture(atMost limit: Int) -> [UInt] {
      guard let backtrace = unsafe backtrace else { return [] }
      return unsafe withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: limit) { buffer in
        guard let start = buffer.baseAddress else { return [] }
        let count = unsafe Int(backtrace(start, CInt(limit)))
        return unsafe buffer.prefix(count).map { UInt(bitPattern: $0) }
      }
    }

    private typealias Backtrace =
      @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, CInt) -> CInt

    #if canImport(Darwin) || canImport(Glibc)
      /// Exported by the C library, but not by its Swift module on Linux. Nil in statically linked programs.
      ///
      /// Invariant behind the cast: the signature is that of the function's manual page.
      private static let backtrace: Backtrace? = unsafe unsafeBitCast(
        dlsym(wholeProgram, "backtrace"), to: Backtrace?.self)
    #else
      private static let backtrace: Backtrace? = nil
    #endif

    #if canImport(Darwin)
      private static var wholeProgram: UnsafeMutableRawPointer? { unsafe UnsafeMutableRawPointer(bitPattern: -2) }
    #else
      private static var wholeProgram: UnsafeMutableRawPointer? { nil }
    #endif
  }
#endif
