#if DEBUG
  #if canImport(Darwin)
    import Darwin
  #elseif canImport(Glibc)
    import Glibc
  #endif

  /// Tells whether a function that ran earlier is still running: its callers are identified by their return addresses.
  ///
  /// Empty where the C library cannot say who calls.
  struct CallStack: Sendable {
    /// From the inside to the outside.
    private let addresses: [UInt]

    /// The callers of a function that has called the calling one.
    ///
    /// - Parameter count: How many functions stand between the calling function and the one in question, plus one.
    static func callers(ofCaller count: Int) -> CallStack {
      let addresses = capture(atMost: 18)
      // `capture`, this function, the calling one.
      return CallStack(addresses: Array(addresses.dropFirst(ownCount + 2 + count)))
    }

    /// Whether the calling code runs inside a call that was made by the same callers, from the same places in them.
    ///
    /// True where nothing can be known. False where the search ends at a function that does not say who has called it, as
    /// some of the standard library.
    var isRunning: Bool {
      guard unsafe Self.backtrace != nil else { return true }
      guard let innermost = addresses.first else { return false }
      let current = Self.capture(atMost: 64)
      return current.indices.contains { index in
        current[index] == innermost && current[index...].starts(with: addresses)
      }
    }

    /// How many addresses stand before the one in the function that captures: where two captures of one function differ.
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
      /// The C library has it; its module for Swift on Linux does not show it. Nil in a program that is linked statically.
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
