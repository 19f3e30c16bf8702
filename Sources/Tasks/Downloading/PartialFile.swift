package import Foundation
import TidingsCore

/// The file that a download writes, beside its destination, until it is complete.
///
/// It is in the same folder, because a rename is atomic only within a file system. Its name is derived from that of the
/// destination, so that a later download finds it. It is locked while it is open: of two downloads, also in two programs, one
/// fails. `unsafe` marks pointers to a path or to bytes that the C library uses only during the call. All functions may block.
/// Only one thread at a time may use a partial file.
package final class PartialFile {
  package let destination: URL
  package var url: URL { names.file }
  private let names: PartialFilePaths
  private let calls: DiskCalls
  /// Calls fail after the file was closed.
  private var descriptor: CInt = -1
  /// The permissions of the file that was at the destination, if there was one.
  private let replaced: FilePermissions?
  /// Whether the system could not write bytes to the disk. It says so once, and then counts them as written.
  private var hasLostBytes = false

  /// Whether an unfinished download to a file has left anything.
  package static func isThere(for destination: URL) -> Bool {
    let names = PartialFilePaths(for: destination)
    return names.file.linkStatus != nil || names.record.linkStatus != nil
  }

  /// Opens or creates the file. If it is only discarded (`isUnwanted`), a folder or a device may be at the destination.
  package init(for destination: URL, calls: DiskCalls = DiskCalls(), isUnwanted: Bool = false) throws(TransferError) {
    self.destination = destination
    self.calls = calls
    names = PartialFilePaths(for: destination)
    replaced = isUnwanted ? nil : try Self.permissions(of: destination)
    // The file gives no one access to bytes that the destination protects.
    descriptor = try open(mode: replaced == nil ? 0o666 : 0o600)
    if replaced != nil { fchmod(descriptor, 0o600) }
  }

  deinit { close() }

  package func close() {
    guard descriptor >= 0 else { return }
    // A process that is being started has inherited the descriptor for a moment, and would keep the lock.
    flock(descriptor, LOCK_UN)
    Foundation.close(descriptor)
    descriptor = -1
  }

  /// Throws the error of the last call to the system if it has failed.
  private func check(_ isSuccess: Bool) throws(TransferError) {
    guard isSuccess else { throw .notWritable(destination, POSIXError.last) }
  }

  private static func permissions(of destination: URL) throws(TransferError) -> FilePermissions? {
    do throws(FileError) {
      return try destination.permissionsOfReplacedFile()
    } catch { throw .notWritable(destination, error.code.map { POSIXError($0) as any Error } ?? error) }
  }

  private func open(mode: mode_t) throws(TransferError) -> CInt {
    while true {
      // The call does not follow a symbolic link, and would fail.
      if url.linkStatus?.isLink == true { try check(calls.remove(url) || errno == ENOENT) }
      let descriptor = calls.open(url, O_RDWR | O_NONBLOCK, mode: mode)
      guard descriptor >= 0 else {
        let error = POSIXError.last
        // Another user may have left a file that this one cannot write.
        if error.code == .EACCES, calls.remove(url) { continue }
        throw .notWritable(destination, error)
      }
      var isKept = false
      defer { if !isKept { Foundation.close(descriptor) } }
      guard calls.lock(descriptor) else {
        let error = POSIXError.last
        throw error.code == .EWOULDBLOCK
          ? TransferError(.destinationInUse(destination)) : .notWritable(destination, error)
      }
      // The previous owner of the lock may have moved or removed the file. Then the name belongs to another file or none.
      if let status = status(of: descriptor) {
        isKept = status.isRegular && status.st_nlink <= 1
        if isKept { return descriptor }
        // A pipe, or a file that also has another name, must not be written to.
        try check(calls.remove(url) || errno == ENOENT)
      }
    }
  }

  /// The attributes of an open file that still has the name, or nil.
  private func status(of descriptor: CInt) -> stat? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, let named = url.linkStatus, named.st_dev == status.st_dev,
      named.st_ino == status.st_ino
    else { return nil }
    return status
  }

  package var byteCount: Int64 { max(0, Int64(lseek(descriptor, 0, SEEK_END))) }
  package var record: ResumeRecord? { ResumeRecord(at: names.record) }

  package func synchronize() throws(TransferError) {
    guard !hasLostBytes else { throw .notWritable(destination, POSIXError(.EIO)) }
    hasLostBytes = !calls.synchronize(descriptor)
    try check(!hasLostBytes)
  }

  /// Removes the record, if there is one, so that a power cut does not bring it back.
  package func removeRecord() throws(TransferError) {
    guard calls.remove(names.record) else { return try check(errno == ENOENT) }
    synchronizeNames()
  }

  package func save(_ record: ResumeRecord) throws(TransferError) {
    // Always created, because another user may have made a link with this name to another file.
    calls.remove(names.newRecord)
    do throws(TransferError) {
      let descriptor = calls.open(names.newRecord, O_WRONLY | O_EXCL, mode: 0o666)
      try check(descriptor >= 0)
      defer { Foundation.close(descriptor) }
      let data = record.data
      try check(calls.write(data, to: descriptor, at: 0) == data.count)
      try check(calls.rename(names.newRecord, to: names.record))
    } catch {
      calls.remove(names.newRecord)
      throw error
    }
  }

  package func truncate(to byteCount: Int64) throws(TransferError) {
    try check(calls.truncate(descriptor, to: byteCount))
  }

  package func write(_ data: Data, at offset: Int64) throws(TransferError) {
    try check(calls.write(data, to: descriptor, at: offset) == data.count)
  }

  package func read(from offset: Int64, upTo count: Int) throws(TransferError) -> Data {
    var data = Data(count: count)
    while true {
      let read = unsafe data.withUnsafeMutableBytes { unsafe pread(descriptor, $0.baseAddress, count, off_t(offset)) }
      if read >= 0 { return data.prefix(read) }
      try check(errno == EINTR)
    }
  }

  /// Moves the file to its destination when all of it is on the disk. Replaces a file or a symbolic link there.
  package func move(by lock: DestinationLock) throws(TransferError) {
    // Another file may have been put there since the start.
    let permissions = try Self.permissions(of: destination) ?? replaced
    try synchronize()
    // Another program may have removed the file, and a download of a third one may write a new file with its name.
    guard let status = status(of: descriptor) else { throw .notWritable(destination, POSIXError(.ENOENT)) }
    let error = lock.unlessCancelled { () -> POSIXError? in
      // A file that is not moved stays writable. Otherwise, no later download could open it.
      permissions?.apply(to: descriptor)
      guard !calls.rename(names.file, to: destination) else { return nil }
      let error = POSIXError.last
      fchmod(descriptor, status.st_mode & 0o777)
      return error
    }
    guard let error else { throw .cancellation }
    if let error { throw .notWritable(destination, error) }
    calls.remove(names.record)
    calls.remove(names.newRecord)
    synchronizeNames()
  }

  package func discard() throws(TransferError) {
    // The record first: while the file exists, it is locked. After a power cut, the record must not describe other bytes.
    try removeRecord()
    // A killed process may have left a record that it was writing.
    calls.remove(names.newRecord)
    try check(calls.remove(names.file) || errno == ENOENT)
  }

  package func synchronizeNames() { calls.synchronizeNames(in: destination.deletingLastPathComponent()) }
}

/// The paths of the files beside a destination while it is downloaded.
struct PartialFilePaths: Sendable {
  let file: URL
  let record: URL
  /// The record while it is written.
  let newRecord: URL

  init(for destination: URL) {
    let folder = destination.deletingLastPathComponent()
    let stem = "." + Self.shortened(destination.lastPathComponent)
    file = folder.appending(component: stem + ".partial")
    record = folder.appending(component: stem + Self.recordSuffix)
    newRecord = folder.appending(component: stem + Self.recordSuffix + ".new")
  }

  static let recordSuffix = ".partial.json"

  /// A name with room for a suffix: names have at most 255 bytes. The removed part is replaced by a hash.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > 200 else { return name }
    var stem = name
    while stem.utf8.count > 180 { stem.removeLast() }
    return "\(stem)~\(name.stableHash)"
  }
}

extension URL {
  /// The attributes of the file, or of a symbolic link itself, or nil if there is none.
  fileprivate var linkStatus: stat? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status : nil
  }
}

extension TransferError {
  static func notWritable(_ file: URL, _ error: any Error) -> TransferError {
    TransferError(.destinationNotWritable(file), underlying: error)
  }
}
