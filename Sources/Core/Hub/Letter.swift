/// An update on its way to the thread that delivers; see ``Baton``.
///
/// Invariant behind `@unchecked`: `next` is written by the thread that posts the letter, before it is posted, and read by
/// the one that has taken it.
@usableFromInline
package class Letter: @unchecked Sendable {
  /// The address of the one that was posted before.
  final var next: UInt = 0
  final let memory = SharedMemory()

  @usableFromInline
  init() {}

  /// What a stack has held, oldest first.
  static func all(from newest: UInt) -> [Letter] {
    var letters: [Letter] = []
    var address = newest
    while let pointer = unsafe UnsafeRawPointer(bitPattern: address) {
      let letter = unsafe Unmanaged<Letter>.fromOpaque(pointer).takeRetainedValue()
      letter.memory.willRead()
      SchedulingPoint.keepAddress(of: letter)
      address = letter.next
      letters.append(letter)
    }
    letters.reverse()
    return letters
  }
}

/// A letter with an update.
///
/// `@unchecked` repeats what the superclass says; nothing here changes.
@_fixed_layout @usableFromInline
package final class UpdateLetter<Update: Sendable>: Letter, @unchecked Sendable {
  @usableFromInline package let update: Update
  @usableFromInline let run: RunID
  @usableFromInline let thread: ThreadID

  @inlinable
  package init(_ update: Update, in run: RunID, from thread: ThreadID) {
    self.update = update
    self.run = run
    self.thread = thread
  }
}
