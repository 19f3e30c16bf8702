package import Foundation
import Synchronization
import TidingsCore

/// A file on its way: written beside its destination under a name of its own, and moved there once it is whole.
///
/// In the same folder, because only there a rename is atomic, and because the disk that fills up is then the right one.
/// The name follows from the destination's, so that a later download finds it. It is locked as long as it is open: of two
/// downloads, also in two programs, one fails.
///
/// A body that starts over can be written to a replacement, a second file beside the first one, which keeps its bytes and
/// its record until the replacement takes its name.
///
/// What is `unsafe` here are the C library's pointers to a path or to bytes, none of which outlives its call.
/// Everything may block, and is called by one thread at a time, except ``discard()`` and ``abandon()``, which any thread
/// may call: what comes after one of these has no effect on the folder.
package final class PartialFile: Sendable {
  package let destination: URL
  package let url: URL
  private let names: PartialNames
  private let calls: DiskCalls
  private let opened: Atomic<CInt>
  private let openedReplacement = Atomic<CInt>(PartialFile.closed)
  private let state = Locked(State.open)

  private enum State: Sendable {
    case open
    case moved
    case discarded
  }

  /// Whether something of an unfinished download to a file is there.
  package static func isThere(for destination: URL) -> Bool {
    let names = PartialNames(for: destination)
    return FileIdentity(at: names.file) != nil || FileIdentity(at: names.record) != nil
  }

  /// Opens the file, or makes an empty one.
  package init(for destination: URL, calls: DiskCalls = DiskCalls()) throws(TransferError) {
    self.destination = destination
    self.calls = calls
    names = PartialNames(for: destination)
    url = names.file
    let mode = try Self.modeOfReplacedFile(at: destination)
    opened = Atomic(try Self.open(names.file, mode: mode == nil ? 0o666 : 0o600, for: destination, by: calls))
    // A program that was killed may have left one.
    removeReplacement()
  }

  deinit {
    close()
  }

  private static let closed: CInt = -1

  /// The file that is written: the replacement, if there is one. What is closed is told by the system as “Bad file
  /// descriptor”.
  private var descriptor: CInt {
    let replacement = openedReplacement.load(ordering: .relaxed)
    return replacement != Self.closed ? replacement : opened.load(ordering: .relaxed)
  }

  /// Lets go of the file, so that another download may have it. Called when nothing is under way any more.
  package func close() {
    let replacement = openedReplacement.exchange(Self.closed, ordering: .relaxed)
    let descriptor = opened.exchange(Self.closed, ordering: .relaxed)
    for open in [replacement, descriptor] where open != Self.closed {
      // A program that is being started by this one has the descriptor for a moment, and would keep the lock.
      flock(open, LOCK_UN)
      Foundation.close(open)
    }
  }

  private static func modeOfReplacedFile(at destination: URL) throws(TransferError) -> mode_t? {
    do {
      return try unsafe ReplacedFile(at: destination.path).mode
    } catch {
      throw .notWritable(destination, error)
    }
  }

  /// Opens the file that has the name, and locks it.
  ///
  /// - Parameter mode: The permissions of a new one. Nobody may read what others could not read at the destination.
  private static func open(
    _ file: URL, mode: mode_t, for destination: URL, by calls: DiskCalls
  ) throws(TransferError) -> CInt {
    while true {
      let descriptor = calls.open(file, O_RDWR | O_NONBLOCK, mode: mode)
      guard descriptor >= 0 else { throw .notWritable(destination, .last) }
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
        let error = POSIXError.last
        Foundation.close(descriptor)
        if error.code == .EWOULDBLOCK { throw TransferError(.destinationInUse(destination)) }
        throw .notWritable(destination, error)
      }
      // Whoever had the lock may have moved or removed the file meanwhile; then the name is one of another, or of none.
      if FileIdentity(of: descriptor) == FileIdentity(at: file) {
        if isOurs(descriptor) { return descriptor }
        // A file with other names, too, or a pipe is not to be written to.
        calls.remove(file)
      }
      Foundation.close(descriptor)
    }
  }

  /// Whether it is a file that nobody knows by another name.
  private static func isOurs(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.isRegular && status.st_nlink == 1
  }

  /// How many bytes it has.
  package var byteCount: Int64 { max(0, Int64(lseek(descriptor, 0, SEEK_END))) }

  /// How many bytes it has before the first hole.
  ///
  /// Where a disk was pulled out, the system goes on and a file may have lost bytes in its middle.
  var gaplessByteCount: Int64 { Self.gaplessByteCount(of: descriptor) }

  static func gaplessByteCount(of descriptor: CInt) -> Int64 {
    let size = lseek(descriptor, 0, SEEK_END)
    let hole = lseek(descriptor, 0, seekHole)
    // An empty file has none, and not every file system can tell.
    return max(0, Int64(hole >= 0 ? min(hole, size) : size))
  }

  /// What is known of the bytes in it, if anything is.
  package var record: ResumeRecord? {
    ResumeRecord(at: names.record)
  }

  /// Returns when all bytes that were written are on the disk.
  package func synchronize() throws(TransferError) {
    guard calls.synchronizeData(of: descriptor) else { throw .notWritable(destination, .last) }
  }

  /// Removes what is known of the bytes, if anything is, so that a loss of power does not bring it back.
  package func removeRecord() throws(TransferError) {
    let isThere = state.withLock { state in state == .open && calls.remove(names.record) }
    if isThere { calls.synchronizeNames(in: destination.deletingLastPathComponent()) }
  }

  /// Notes what the bytes are of that come from now on.
  package func save(_ record: ResumeRecord) throws(TransferError) {
    // Made anew: a link under this name, which anybody may have put there, would lead elsewhere.
    calls.remove(names.newRecord)
    do throws(TransferError) {
      try write(record)
    } catch {
      calls.remove(names.newRecord)
      throw error
    }
    try state.withLock { (state) throws(TransferError) in
      guard state == .open else {
        calls.remove(names.newRecord)
        return
      }
      guard calls.rename(names.newRecord, to: names.record) else { throw .notWritable(destination, .last) }
    }
  }

  private func write(_ record: ResumeRecord) throws(TransferError) {
    let descriptor = calls.open(names.newRecord, O_WRONLY | O_EXCL, mode: 0o666)
    guard descriptor >= 0 else { throw .notWritable(destination, .last) }
    defer { Foundation.close(descriptor) }
    guard calls.write(record.data, to: descriptor, at: 0) else { throw .notWritable(destination, .last) }
  }

  /// Writes from now on to an empty file beside this one, which stays as it is, with its record.
  package func beginReplacement() throws(TransferError) {
    var status = stat()
    guard unsafe fstat(opened.load(ordering: .relaxed), &status) == 0 else { throw .notWritable(destination, .last) }
    let replacement = try state.withLock { (state) throws(TransferError) -> CInt in
      guard state == .open else { throw .cancelled }
      // Made anew: a link under this name, which anybody may have put there, would lead elsewhere.
      removeReplacement()
      let descriptor = calls.open(names.replacement, O_RDWR | O_EXCL, mode: status.st_mode & 0o777)
      guard descriptor >= 0 else { throw .notWritable(destination, .last) }
      return descriptor
    }
    // Locked before it has the name that others look for. Nobody else knows it, so the lock is not waited for.
    flock(replacement, LOCK_EX | LOCK_NB)
    openedReplacement.store(replacement, ordering: .relaxed)
  }

  /// Gives the replacement the name of this file, whose bytes are gone then. It has no record yet.
  package func promoteReplacement() throws(TransferError) {
    // Before the rename: after a loss of power the record must not be there beside the bytes of another body.
    try removeRecord()
    try state.withLock { (state) throws(TransferError) in
      guard state == .open else { throw .cancelled }
      guard calls.rename(names.replacement, to: names.file) else { throw .notWritable(destination, .last) }
    }
    // And the other way around: a record of the new bytes must not be there beside the old ones.
    calls.synchronizeNames(in: destination.deletingLastPathComponent())
    let replacement = openedReplacement.exchange(Self.closed, ordering: .relaxed)
    Foundation.close(opened.exchange(replacement, ordering: .relaxed))
  }

  /// Removes the replacement, and goes on with this file as it was before.
  package func dropReplacement() {
    let replacement = openedReplacement.exchange(Self.closed, ordering: .relaxed)
    guard replacement != Self.closed else { return }
    Foundation.close(replacement)
    state.withLock { state in
      if state == .open { removeReplacement() }
    }
  }

  private func removeReplacement() {
    calls.remove(names.replacement)
  }

  /// Cuts off everything from a byte on.
  package func truncate(to byteCount: Int64) throws(TransferError) {
    guard calls.truncate(descriptor, to: byteCount) else { throw .notWritable(destination, .last) }
  }

  package func write(_ data: Data, at offset: Int64) throws(TransferError) {
    guard calls.write(data, to: descriptor, at: offset) else { throw .notWritable(destination, .last) }
  }

  /// The bytes from one on, at most as many as asked for; none at the end.
  package func read(from offset: Int64, upTo count: Int) throws(TransferError) -> Data {
    var data = Data(count: count)
    while true {
      let read = unsafe data.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(offset)) }
      if read >= 0 { return data.prefix(read) }
      if errno != EINTR { throw .notWritable(destination, .last) }
    }
  }

  /// Puts the file in its place, over whatever stood there, once all of it is on the disk.
  ///
  /// A link at the destination is replaced, not what it leads to.
  package func move() throws(TransferError) {
    // At the start there may have been another file, or none.
    if let mode = try Self.modeOfReplacedFile(at: destination) { fchmod(descriptor, mode) }
    guard calls.synchronize(descriptor) else { throw .notWritable(destination, .last) }
    try state.withLock { (state) throws(TransferError) in
      guard state == .open else { throw .cancelled }
      let isReplacement = openedReplacement.load(ordering: .relaxed) != Self.closed
      let name = isReplacement ? names.replacement : names.file
      guard calls.rename(name, to: destination) else { throw .notWritable(destination, .last) }
      state = .moved
      removeRecords()
      if isReplacement { calls.remove(names.file) }
    }
    calls.synchronizeNames(in: destination.deletingLastPathComponent())
  }

  /// Removes the file, unless it was moved.
  package func discard() {
    state.withLock { state in
      guard state == .open else { return }
      state = .discarded
      // The record first: as long as the file is there it is locked, and the record nobody else's.
      removeRecords()
      removeReplacement()
      calls.remove(names.file)
    }
  }

  /// A program that was killed may have left a record that it was writing.
  private func removeRecords() {
    calls.remove(names.record)
    calls.remove(names.newRecord)
  }

  /// Leaves the file as it is, for a later download, without its replacement; what is still under way does not move it.
  package func abandon() {
    state.withLock { state in
      guard state == .open else { return }
      state = .discarded
      removeReplacement()
    }
  }
}

extension TransferError {
  static func notWritable(_ file: URL, _ error: POSIXError) -> TransferError {
    TransferError(.destinationNotWritable(file), underlying: error)
  }

  /// What a run ends with that nobody listens to any more.
  static var cancelled: TransferError { TransferError(.cancelled) }
}
