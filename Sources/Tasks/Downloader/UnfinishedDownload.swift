public import Foundation
import TidingsCore

/// A download that has not come to its end, by what it has left on disk.
public struct UnfinishedDownload: Sendable, Hashable {
  /// Where the whole file belongs.
  public var file: URL

  /// The address that it came from, without user, password and fragment, and with an asterisk for each value of its
  /// query: it says what it was, not how to ask for it again.
  public var url: URL?

  /// How many bytes are there to go on from. None before the first response, and where the server has given no means to
  /// tell whether it still has the same file: then the download starts over.
  public var byteCount: Int64

  /// The size of the whole, in bytes, if it is known.
  public var expectedBytes: Int64?

  /// Creates one, which a preview or a stub may want.
  public init(file: URL, url: URL?, byteCount: Int64, expectedBytes: Int64? = nil) {
    self.file = file
    self.url = url
    self.byteCount = byteCount
    self.expectedBytes = expectedBytes
  }
}

extension Downloader {
  /// Finds what downloads have left in a folder that were not finished: they were paused or cancelled, have failed, or
  /// their program was ended.
  ///
  /// ```swift
  /// for unfinished in try await downloader.unfinishedDownloads(in: folder) {
  ///   guard let photo = photos[unfinished.file.lastPathComponent] else { try await unfinished.discard(); continue }
  ///   show(downloader.publishedTask(downloading: photo.request, to: unfinished.file))
  /// }
  /// ```
  ///
  /// A download goes on when it is asked for again, to the same file and with the same address, or under the same
  /// ``TransferRequest/resourceName``. Addresses on disk are without what gives access, so it takes a request of the program's own. What cannot be read, or
  /// does not belong together, is left out, and so are downloads of this downloader; those of others that are just under
  /// way are not.
  ///
  /// - Parameter folder: Only what is directly in it is looked at.
  /// - Returns: What there is, in the order of the files' names.
  /// - Throws: ``TransferError/Reason/sourceNotReadable(_:)`` when the folder cannot be read.
  public func unfinishedDownloads(in folder: URL) async throws(TransferError) -> [UnfinishedDownload] {
    func all() async throws(TransferError) -> [UnfinishedDownload] {
      try await FileExecutor.shared.run { () throws(TransferError) in try UnfinishedDownload.all(in: folder) }
    }
    // Cancelled runs record how far they have come before they release their files.
    for unfinished in try await all() { await DestinationClaims.shared.waitUntilLeft(unfinished.file) }
    let all = try await all()
    return board.ledger.withLock { ledger in
      all.filter { ledger.queue.id(at: DownloadName.destination($0.file)) == nil }
    }
  }
}

extension UnfinishedDownload {
  /// Removes what is on disk of it. Once a download to the same file that was just cancelled has let go of it.
  ///
  /// - Throws: ``TransferError/Reason/destinationInUse(_:)`` when it has been asked for again,
  ///   ``TransferError/Reason/destinationNotWritable(_:)`` when it cannot be removed.
  public func discard() async throws(TransferError) {
    let file = file
    let claim = DestinationClaims.Claim(to: file)
    try await claim.take()
    defer { claim.leave() }
    try await FileExecutor.shared.run { () throws(TransferError) in
      let partial = try PartialFile(for: file)
      partial.discard()
      partial.close()
    }
  }

  fileprivate static func all(in folder: URL) throws(TransferError) -> [UnfinishedDownload] {
    do {
      return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
        $0.hasSuffix(PartialNames.recordSuffix)
      }.sorted().compactMap { UnfinishedDownload(record: $0, in: folder) }
    } catch {
      throw TransferError(.sourceNotReadable(folder), underlying: error)
    }
  }

  /// What a record tells, if it is one, and if it belongs to the file beside it.
  private init?(record name: String, in folder: URL) {
    guard let record = ResumeRecord(at: folder.appending(component: name)),
      // A name that leads elsewhere has not been written by a download.
      !record.name.isEmpty, !record.name.contains("/"), ![".", ".."].contains(record.name)
    else { return nil }
    let file = folder.appending(component: record.name)
    let names = PartialNames(for: file)
    guard names.record.lastPathComponent == name,
      let partial = try? OpenFile(names.file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK, for: .read),
      let status = try? partial.status(), status.isRegular
    else { return nil }
    let there = min(Int64(status.st_size), record.byteCount)
    self.init(
      file: file, url: record.url, byteCount: record.validator == nil ? 0 : there, expectedBytes: record.size)
  }
}
