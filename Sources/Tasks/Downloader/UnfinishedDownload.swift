public import Foundation
import TidingsCore

/// A download that has not completed, described by its files on disk.
public struct UnfinishedDownload: Sendable, Hashable {
  /// The destination of the complete file.
  public var file: URL

  /// The URL, without user, password and fragment, and with an asterisk for each value of its query.
  ///
  /// It identifies the download, but cannot be used to request it again.
  public var url: URL?

  /// The number of bytes to resume from. It is zero before the first response, and if the server has no strong validator.
  public var byteCount: Int64

  /// The size of the complete file in bytes, if it is known.
  public var expectedBytes: Int64?

  /// Creates a value, for a preview or a stub.
  public init(file: URL, url: URL?, byteCount: Int64, expectedBytes: Int64? = nil) {
    self.file = file
    self.url = url
    self.byteCount = byteCount
    self.expectedBytes = expectedBytes
  }

  /// Removes the files of the download. If it was just cancelled, waits until it has released them.
  ///
  /// - Throws: ``TransferError/Reason/destinationInUse(_:)`` if the download is running,
  ///   ``TransferError/Reason/destinationNotWritable(_:)`` if the files cannot be removed.
  public func discard() async throws(TransferError) {
    let file = file
    guard file.isFileURL else { throw .notWritable(file, FileError(.notAFileURL, url: file, operation: .write)) }
    let lock = DestinationLock(for: file)
    try await lock.take()
    // A download that starts now waits instead of failing.
    lock.cancel()
    defer { lock.release() }
    try await FileExecutor.shared.run { () throws(TransferError) in
      guard PartialFile.isThere(for: file) else { return }
      let partial = try PartialFile(for: file, isUnwanted: true)
      defer { partial.close() }
      try partial.discard()
    }
  }

  static func all(in folder: URL) async throws(TransferError) -> [UnfinishedDownload] {
    // Cancelled downloads record their progress before they release their files.
    await DestinationLock.waitForCancelledRuns(in: folder)
    return try await FileExecutor.shared.run { () throws(TransferError) in
      do {
        try unsafe folder.withPath(for: .read) { _ in }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
          .filter { $0.hasSuffix(PartialFilePaths.recordSuffix) }
          .compactMap { UnfinishedDownload(record: $0, in: folder) }
          .sorted { $0.file.lastPathComponent < $1.file.lastPathComponent }
      } catch { throw TransferError(.sourceNotReadable(folder), underlying: error) }
    }
  }

  /// Reads a record, and checks that it belongs to the file beside it.
  private init?(record name: String, in folder: URL) {
    guard let record = ResumeRecord(at: folder.appending(component: name)),
      // A record with a path was not written by a download.
      !record.name.isEmpty, !record.name.contains("/"), ![".", ".."].contains(record.name)
    else { return nil }
    let file = folder.appending(component: record.name)
    let names = PartialFilePaths(for: file)
    guard names.record.lastPathComponent == name,
      let partial = try? OpenFile(names.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .read),
      let status = try? partial.status(), status.isRegular
    else { return nil }
    let byteCount = record.validator == nil ? 0 : min(Int64(status.st_size), record.byteCount)
    self.init(file: file, url: record.url, byteCount: byteCount, expectedBytes: record.size)
  }
}
