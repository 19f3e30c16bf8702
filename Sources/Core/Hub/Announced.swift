#if TIDINGS_EXPLORED_THREADS
  /// Plain memory each access to which announces itself, in builds that explore the orders of threads.
  ///
  /// So an access that forgets the lock, or the baton, is reported as a race wherever it stands. The place that is reported
  /// is that of the declaration: it says which memory it is, and the story of the schedule says what the threads did.
  @propertyWrapper
  @usableFromInline
  package struct Announced<Value: Sendable>: Sendable {
    private var value: Value
    private let memory = SharedMemory()
    private let fileID: StaticString
    private let line: UInt

    @usableFromInline
    package init(wrappedValue: Value, fileID: StaticString = #fileID, line: UInt = #line) {
      value = wrappedValue
      self.fileID = fileID
      self.line = line
    }

    @usableFromInline
    package var wrappedValue: Value {
      _read {
        memory.willRead(fileID: fileID, line: line, function: "declaration")
        yield value
      }
      _modify {
        memory.willWrite(fileID: fileID, line: line, function: "declaration")
        yield &value
      }
    }
  }
#endif
