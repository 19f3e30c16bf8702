import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The bytes of a download on disk, what is known about them, and their hash. Only the run of the download uses it.
final class DownloadState {
  private let file: PartialFile
  private let transfer: TransferRequest
  private let reports: TransferReporter
  private var content: Content
  /// The content of the file while the beginning of another body is in memory.
  private var earlier: Content?
  /// The beginning of that body. It is empty if the file has the same bytes.
  private var beginning = Data()
  /// Where the bytes of the current body begin in the file.
  private var bodyOffset: Int64 = 0
  /// The record on disk, if it is known.
  private var savedRecord: ResumeRecord?
  /// Whether the file on the server is not the expected one, so that resuming makes no sense.
  private var isUnwanted = false
  /// The number of times that the server had another file in one attempt.
  var restartCount = 0

  private struct Content {
    var validator: StrongValidator?
    /// Whether the server supports ranges.
    var isResumable = false
    var size: Int64?
    var byteCount: Int64 = 0
    /// The number of bytes that survive a power cut.
    var synchronizedBytes: Int64 = 0
    var hash: (any IncrementalHash)?
    var hashedBytes: Int64 = 0
  }

  /// Resumes from the bytes in the file if they belong to the request. Otherwise starts over.
  init(_ file: PartialFile, of transfer: TransferRequest, reports: TransferReporter) throws(TransferError) {
    self.file = file
    self.transfer = transfer
    self.reports = reports
    content = Content(hash: transfer.expectedDigest?.makeHash())
    let record = transfer.isResumable ? file.record : nil
    if let record, record.validator != nil, record.resource == transfer.resourceIdentity {
      let byteCount = min(file.byteCount, record.byteCount)
      content = Content(
        validator: record.validator, isResumable: true, size: record.size, byteCount: byteCount,
        synchronizedBytes: byteCount, hash: content.hash)
    }
    if byteCount == 0 { try file.removeRecord() }
    try file.truncate(to: byteCount)
    // A record must not promise bytes that are missing. New bytes will take their place before they are synchronized.
    // Before the first response, so that what a killed process leaves can be found.
    if byteCount == 0 || byteCount < record?.byteCount ?? 0 {
      try saveRecord()
      // After a power cut, the record with the larger number must not describe the new bytes.
      if byteCount > 0 { file.synchronizeNames() }
    }
    reports.reach(byteCount)
  }

  var byteCount: Int64 { content.byteCount }
  var size: Int64? { content.size }
  var validator: StrongValidator? { content.validator }
  var isComplete: Bool { content.size == content.byteCount }

  /// Whether a later download can resume: it needs a strong validator and a server that supports ranges.
  var isWorthKeeping: Bool {
    let content = earlier ?? content
    return !isUnwanted && content.byteCount > 0 && content.validator != nil && content.isResumable
  }

  /// The following bytes belong to those on disk and begin at an offset.
  func resume(at offset: Int64, validator: StrongValidator?, size: Int64?) throws(TransferError) {
    (content.validator, content.isResumable, content.size) = (validator, true, size)
    (content.byteCount, bodyOffset) = (offset, offset)
    // The last byte of a complete file arrives again.
    if content.hashedBytes > offset { restartHash() }
    try saveRecord()
    reports.expect(size ?? transfer.expectedByteCount)
  }

  /// Starts another body. Bytes to resume from stay until it is likely to be the file, not the page of a captive portal.
  func startOver(validator: StrongValidator?, size: Int64?, isResumable: Bool) throws(TransferError) {
    if earlier == nil, content.validator != nil, content.byteCount > 0 { earlier = content }
    (beginning, bodyOffset) = (Data(), 0)
    if earlier == nil { try removeBytes() }
    content = Content(
      validator: validator, isResumable: isResumable, size: size, hash: transfer.expectedDigest?.makeHash())
    try saveRecord()
    reports.reach(0)
    reports.expect(size ?? transfer.expectedByteCount)
  }

  func append(_ data: Data) throws(TransferError) {
    let end = byteCount + Int64(data.count)
    if let size, end > size { throw TransferError(.tooLong(expectedBytes: size)) }
    try checkSize(end, isComplete: false)
    if let earlier { try hold(data, beside: earlier) } else { try write(data) }
    reports.reach(end)
  }

  /// Removes the bytes that the current body has added. A failure removes a beginning in memory anyway.
  func forgetBody() throws(TransferError) {
    guard earlier == nil, content.byteCount > bodyOffset else { return }
    content.byteCount = bodyOffset
    if content.hashedBytes > bodyOffset { restartHash() }
    if content.synchronizedBytes > bodyOffset {
      content.synchronizedBytes = bodyOffset
      // After a power cut, the record must not promise the removed bytes.
      try file.removeRecord()
      savedRecord = nil
    }
    try file.truncate(to: bodyOffset)
    try saveRecord()
  }

  /// Checks the size of the file that the bytes are a part of, or of its beginning.
  func checkSize(_ size: Int64?, isComplete: Bool = true) throws(TransferError) {
    do throws(TransferError) {
      try transfer.checkSize(size, isComplete: isComplete)
    } catch {
      // That says nothing about the earlier bytes. A later download may allow more bytes.
      if earlier == nil, case .unexpectedSize = error.reason { isUnwanted = true }
      throw error
    }
  }

  func saveProgress() throws(TransferError) {
    guard hasRecord else { return }
    if content.byteCount > content.synchronizedBytes {
      try file.synchronize()
      content.synchronizedBytes = content.byteCount
    }
    try saveRecord()
  }

  func hashBytesOnDisk() async throws(TransferError) {
    while content.hash != nil, content.hashedBytes < content.byteCount {
      guard !Task.isCancelled else { throw .cancellation }
      let count = Int(min(1 << 20, content.byteCount - content.hashedBytes))
      let data = try file.read(from: content.hashedBytes, upTo: count)
      // Another program has truncated the file.
      guard !data.isEmpty else { throw .notWritable(file.destination, POSIXError(.EIO)) }
      hash(data)
      await Task.yield()
    }
  }

  /// Checks whether the complete file has the expected size and digest. If not, a retry requests all of it again.
  func checkContent() async throws(TransferError) {
    if isSameFile { returnToEarlierBytes() }
    try await hashBytesOnDisk()
    do throws(TransferError) {
      try transfer.checkSize(byteCount)
      if let hash = content.hash { try transfer.expectedDigest?.check(hash) }
    } catch {
      guard earlier == nil else { throw error }
      let error = error.at(nil, byte: byteCount)
      try removeBytes()
      content = Content(hash: transfer.expectedDigest?.makeHash())
      throw error
    }
  }

  func move(by lock: DestinationLock) throws(TransferError) -> Int64 {
    try replaceEarlierBytes()
    try file.move(by: lock)
    return content.byteCount
  }

  /// Returns to the earlier bytes after a failure of another body. Returns the error with its position.
  func failed(with error: TransferError) -> TransferError {
    defer { returnToEarlierBytes() }
    return error.at(nil, byte: byteCount)
  }

  private func returnToEarlierBytes() {
    guard let earlier = earlier.take() else { return }
    (content, beginning) = (earlier, Data())
    reports.reach(byteCount, areOld: true)
  }

  /// A new body of this size is worth more than any earlier bytes. The page of a captive portal is smaller.
  private static let maximumBeginning: Int64 = 1 << 20

  /// The distance doubles, so that a killed process loses at most half of the bytes, and large files are synchronized rarely.
  private var synchronizationDistance: Int64 {
    min(transfer.synchronizedByteCount, max(64 << 10, content.synchronizedBytes))
  }

  /// Whether the file has the bytes of the body that starts over: the server no longer supports ranges.
  private var isSameFile: Bool {
    guard let earlier, let validator = content.validator, let size = content.size else { return false }
    // Some servers change a file and keep its validator.
    return validator == earlier.validator && size == earlier.size
  }

  private func write(_ data: Data) throws(TransferError) {
    let offset = byteCount
    try file.write(data, at: offset)
    content.byteCount += Int64(data.count)
    if content.hashedBytes == offset { hash(data) }
    if byteCount - content.synchronizedBytes >= synchronizationDistance { try saveProgress() }
  }

  /// Holds bytes of a body that starts over in memory, or skips those that the file has.
  private func hold(_ data: Data, beside earlier: Content) throws(TransferError) {
    content.byteCount += Int64(data.count)
    if isSameFile {
      let newByteCount = byteCount - earlier.byteCount
      guard newByteCount > 0 else { return }
      returnToEarlierBytes()
      bodyOffset = byteCount
      try write(data.suffix(Int(newByteCount)))
    } else {
      beginning.append(data)
      hash(data)
      // Without a validator, no later download can resume from the new bytes.
      let limit = validator == nil ? .max : earlier.byteCount
      if byteCount >= min(limit, Self.maximumBeginning) { try replaceEarlierBytes() }
    }
  }

  /// Writes the body that starts over in place of the earlier bytes, if there are any.
  private func replaceEarlierBytes() throws(TransferError) {
    guard earlier.take() != nil else { return }
    content.byteCount = 0
    try removeBytes()
    try write(beginning)
    beginning = Data()
    try saveRecord()
  }

  private func removeBytes() throws(TransferError) {
    // The record first: after a power cut, it must not be there beside the bytes of another body.
    if hasRecord, savedRecord == nil || savedRecord?.validator != nil {
      try file.removeRecord()
      savedRecord = nil
    }
    try file.truncate(to: 0)
    isUnwanted = false
  }

  private func restartHash() { (content.hash, content.hashedBytes) = (transfer.expectedDigest?.makeHash(), 0) }

  private func hash(_ data: Data) {
    content.hash?.update(data: data)
    content.hashedBytes += Int64(data.count)
  }

  /// Whether a record describes the bytes that are written. Earlier bytes keep their record.
  private var hasRecord: Bool { transfer.isResumable && earlier == nil }

  private func saveRecord() throws(TransferError) {
    guard hasRecord else { return }
    let record = ResumeRecord(
      url: transfer.urlRequest.url?.withoutCredentials, resource: transfer.resourceIdentity,
      name: file.destination.lastPathComponent, validator: content.validator, size: content.size,
      byteCount: content.synchronizedBytes)
    guard record != savedRecord else { return }
    try file.save(record)
    savedRecord = record
  }
}
