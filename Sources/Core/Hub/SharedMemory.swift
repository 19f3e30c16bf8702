#if TIDINGS_EXPLORED_THREADS
  /// Plain memory that threads share, in builds that explore their orders: two accesses that nothing orders are reported,
  /// also where this processor would have kept them in order.
  @usableFromInline
  package struct SharedMemory: Sendable {
    private let number = SharedNumber.next()

    @usableFromInline
    package init() {}

    @usableFromInline
    package func willRead(
      fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) {
      touch(.load, CodePlace(fileID: fileID, line: line, function: function))
    }

    @usableFromInline
    package func willWrite(
      fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function
    ) {
      touch(.store, CodePlace(fileID: fileID, line: line, function: function))
    }

    private func touch(_ kind: SharedAccess.Kind, _ place: CodePlace) {
      ExploredThread.current?.touch(SharedAccess(object: number, kind: kind, ordering: .plain, place: place))
    }
  }
#else
  /// Plain memory that threads share by a rule of their own, such as a baton: its accesses are announced.
  ///
  /// Only builds that explore the orders of threads look at them. In all others there is nothing here.
  @frozen @usableFromInline
  package struct SharedMemory: Sendable {
    @inlinable
    @inline(__always)
    package init() {}

    @inlinable
    @inline(__always)
    package func willRead() {}

    @inlinable
    @inline(__always)
    package func willWrite() {}
  }
#endif
