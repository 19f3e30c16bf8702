package import Foundation
import TidingsCore

/// The file that a download writes, beside its destination, until it is complete.
///
/// It is in the same folder, because a rename is atomic only within a file system. Its name is derived from that of the
/// destination, so that a later download finds it. It is locked while it is open: of two downloads, also in two programs,
/// one fails.
///
/// A body that starts over can be written to a replacement, a second file. The first file keeps its bytes and its record
/// until the replacement takes its name.
///
/// `unsafe` marks pointers to a path or to bytes that the C library uses only during the call. All functions may block.
/// Only one thread at a time may use a partial file.
package final class PartialFile {
  package let destination: URL
  package let url: URL
  private let names: PartialFilePaths
  private let calls: DiskCalls
  private var file: CInt
  private var replacement = PartialFile.closed

  /// Whether an unfinished download to a file has left anything.
  package static func isThere(for destination: URL) -> Bool {
    let names = PartialFilePaths(for: destination)
    return FileIdentity(at: names.file) != nil || FileIdentity(at: names.record) != nil
  }

  /// Opens the file, or creates an empty one.
  package init(for destination: URL, calls: DiskCalls = DiskCalls()) throws(TransferError) {
    self.destination = destination
    self.calls = calls
    names = PartialFilePaths(for: destination)
    url = names.file
    let mode = try Self.modeOfReplacedFile(at: destination)
    file = try Self.open(names.file, mode: mode == nil ? 0o666 : 0o600, for: destination, by: calls)
    // A killed process may have left one.
    removeReplacement()
  }

  deinit {
    close()
  }

  private static let closed: CInt = -1

  /// The descriptor of the file that is written: the replacement, if there is one.
  private var descriptor: CInt { replacement != Self.closed ? replacement : file }

  /// Closes the file, so that another download can open it.
  package func close() {
    for open in [replacement, file] where open != Self.closed {
      // A process that is being started has inherited the descriptor for a moment, and would keep the lock.
      flock(open, LOCK_UN)
      Foundation.close(open)
    }
    (replacement, file) = (Self.closed, Self.closed)
  }

  private static func modeOfReplacedFile(at destination: URL) throws(TransferError) -> mode_t? {
    do throws(FileError) {
      return try destination.modeOfReplacedFile(for: .write)
    } catch {
      throw .notWritable(destination, POSIXError(error.code ?? .EINVAL))
    }
  }

  /// Opens the file with a name, and locks it.
  ///
  /// - Parameter mode: The permissions of a new file, which give no one access to bytes that the destination protects.
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
      // The previous owner of the lock may have moved or removed the file. Then the name belongs to another file or none.
      if FileIdentity(of: descriptor) == FileIdentity(at: file) {
        if isOurs(descriptor) { return descriptor }
        // A pipe, or a file that also has another name, must not be written to.
        calls.remove(file)
      }
      Foundation.close(descriptor)
    }
  }

  /// Whether it is a regular file without another name.
  private static func isOurs(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.isRegular && status.st_nlink == 1
  }

  /// The size of the file in bytes.
  package var byteCount: Int64 { max(0, Int64(lseek(descriptor, 0, SEEK_END))) }

  /// The record on disk, if there is one that can be trusted.
  package var record: ResumeRecord? {
    ResumeRecord(at: names.record)
  }

  /// Returns when all bytes are on the disk.
  package func synchronize() throws(TransferError) {
    guard calls.synchronize(descriptor) else { throw .notWritable(destination, .last) }
  }

  /// Removes the record, if there is one, so that a power cut does not bring it back.
  package func removeRecord() throws(TransferError) {
    if calls.remove(names.record) { calls.synchronizeNames(in: destination.deletingLastPathComponent()) }
  }

  /// Replaces the record.
  package func save(_ record: ResumeRecord) throws(TransferError) {
    // Created anew, because another user may have made a link with this name, which would lead elsewhere.
    calls.remove(names.newRecord)
    do throws(TransferError) {
      try write(record)
      guard calls.rename(names.newRecord, to: names.record) else { throw .notWritable(destination, .last) }
    } catch {
      calls.remove(names.newRecord)
      throw error
    }
  }

  private func write(_ record: ResumeRecord) throws(TransferError) {
    let descriptor = calls.open(names.newRecord, O_WRONLY | O_EXCL, mode: 0o666)
    guard descriptor >= 0 else { throw .notWritable(destination, .last) }
    defer { Foundation.close(descriptor) }
    guard calls.write(record.data, to: descriptor, at: 0) else { throw .notWritable(destination, .last) }
  }

  /// Writes to an empty second file from now on. The first one is kept with its record.
  package func beginReplacement() throws(TransferError) {
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .notWritable(destination, .last) }
    // Created anew, because another user may have made a link with this name, which would lead elsewhere.
    removeReplacement()
    let descriptor = calls.open(names.replacement, O_RDWR | O_EXCL, mode: status.st_mode & 0o777)
    guard descriptor >= 0 else { throw .notWritable(destination, .last) }
    // Locked before it has the name that other downloads look for.
    flock(descriptor, LOCK_EX | LOCK_NB)
    replacement = descriptor
  }

  /// Replaces the file and its bytes by the replacement, which has no record yet.
  package func promoteReplacement() throws(TransferError) {
    // Before the rename: after a power cut, the record must not be there beside the bytes of another body.
    try removeRecord()
    guard calls.rename(names.replacement, to: names.file) else { throw .notWritable(destination, .last) }
    // And the opposite: a record of the new bytes must not be there beside the old ones.
    calls.synchronizeNames(in: destination.deletingLastPathComponent())
    Foundation.close(file)
    (file, replacement) = (replacement, Self.closed)
  }

  /// Removes the replacement, and continues with the first file as it was before.
  package func dropReplacement() {
    guard replacement != Self.closed else { return }
    Foundation.close(replacement)
    replacement = Self.closed
    removeReplacement()
  }

  private func removeReplacement() {
    calls.remove(names.replacement)
  }

  /// Removes the bytes from an offset on.
  package func truncate(to byteCount: Int64) throws(TransferError) {
    guard calls.truncate(descriptor, to: byteCount) else { throw .notWritable(destination, .last) }
  }

  package func write(_ data: Data, at offset: Int64) throws(TransferError) {
    guard calls.write(data, to: descriptor, at: offset) else { throw .notWritable(destination, .last) }
  }

  /// Returns bytes from an offset on, at most as many as requested; none at the end.
  package func read(from offset: Int64, upTo count: Int) throws(TransferError) -> Data {
    var data = Data(count: count)
    while true {
      let read = unsafe data.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(offset)) }
      if read >= 0 { return data.prefix(read) }
      if errno != EINTR { throw .notWritable(destination, .last) }
    }
  }

  /// Moves the file to its destination when all of it is on the disk. Replaces a file or a symbolic link there.
  ///
  /// - Throws: ``TransferError/Reason/cancelled`` if the download was cancelled before.
  package func move(unless isCancelled: CancellationFlag = CancellationFlag()) throws(TransferError) {
    // Another file may have been put there since the start.
    if let mode = try Self.modeOfReplacedFile(at: destination) { fchmod(descriptor, mode) }
    guard calls.synchronize(descriptor) else { throw .notWritable(destination, .last) }
    let isReplacement = replacement != Self.closed
    let name = isReplacement ? names.replacement : names.file
    let error = isCancelled.ifNotSet { calls.rename(name, to: destination) ? nil : POSIXError.last }
    guard let error else { throw .cancelled }
    if let error { throw .notWritable(destination, error) }
    removeRecords()
    if isReplacement { calls.remove(names.file) }
    calls.synchronizeNames(in: destination.deletingLastPathComponent())
  }

  /// Removes the file and its record.
  package func discard() {
    // The record first: while the file exists it is locked, and no other download has a record.
    removeRecords()
    removeReplacement()
    calls.remove(names.file)
  }

  /// A killed process may have left a record that it was writing.
  private func removeRecords() {
    calls.remove(names.record)
    calls.remove(names.newRecord)
  }
}

extension TransferError {
  static func notWritable(_ file: URL, _ error: POSIXError) -> TransferError {
    TransferError(.destinationNotWritable(file), underlying: error)
  }

  /// The error of a run that was cancelled.
  static var cancelled: TransferError { TransferError(.cancelled) }
}
