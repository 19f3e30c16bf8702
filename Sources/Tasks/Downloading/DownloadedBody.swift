import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The bytes of a download: those on disk, what is known of them, and their hash.
///
/// Everything that touches the file is called on the queue of the transfer, one at a time.
final class DownloadedBody: Sendable {
  private let file: PartialFile
  private let transfer: TransferRequest
  private let reports: TransferReports<DownloadedFile>
  private let state: Locked<State>

  private struct State: Sendable {
    var content: Content
    /// The content of the file while another body is written to its replacement.
    var kept: Content?
    /// The record on disk, if it is known.
    var savedRecord: ResumeRecord?
    /// Whether the file is one that is not wanted, so that nobody should go on with it.
    var isUnwanted = false

    init(_ content: Content) {
      self.content = content
    }
  }

  private struct Content: Sendable {
    var validator: StrongValidator?
    /// Whether the server has shown or said that it has ranges, so that a later download can go on.
    var isResumable = false
    var size: Int64?
    var byteCount: Int64 = 0
    /// How many bytes from the start are certain to survive a loss of power.
    var durableBytes: Int64 = 0
    /// Nil where no digest is asked for, and while it takes bytes: user code runs outside of the lock.
    var hash: (any IncrementalHash)?
    var hashedBytes: Int64 = 0
  }

  /// Goes on with what the file has, if that may be; otherwise starts over.
  init(
    _ file: PartialFile, of transfer: TransferRequest, reports: TransferReports<DownloadedFile>
  ) throws(TransferError) {
    self.file = file
    self.transfer = transfer
    self.reports = reports
    var content = Content(hash: transfer.expectedDigest?.makeHash())
    let record = transfer.isResumable ? file.record : nil
    if let record, record.mayBeContinued(by: transfer) {
      let there = record.usableBytes(of: file.gaplessByteCount)
      if there <= record.size ?? .max {
        content.validator = record.validator
        content.isResumable = true
        content.size = record.size
        content.byteCount = there
        content.durableBytes = min(there, record.durableBytes)
      }
    }
    state = Locked(State(content))
    try file.truncate(to: byteCount)
    // A record must not go on to promise bytes that are gone: others will be in their place before they are synchronized.
    if byteCount == 0 || byteCount < record?.durableBytes ?? 0 {
      try file.removeRecord()
      // Before the first response: a program that is killed while it waits leaves a file that is found by its record.
      try saveRecord()
    }
    reports.reach(byteCount)
  }

  var byteCount: Int64 { state.withLock { $0.content.byteCount } }

  /// The size of the whole, in bytes, if it is known.
  var size: Int64? { state.withLock { $0.content.size } }

  /// What the server must still have, so that more can be added to what is there.
  var validator: StrongValidator? { state.withLock { $0.content.validator } }

  /// Whether a later download can go on with what is there: it needs a strong validator and a server with ranges.
  var isWorthKeeping: Bool {
    state.withLock { state in
      let content = state.kept ?? state.content
      // Bytes are on disk a moment before they are counted, and a cancellation may come in between.
      let hasBytes = content.byteCount > 0 || file.byteCount > 0
      return !state.isUnwanted && hasBytes && content.validator != nil && content.isResumable
    }
  }

  /// Whether everything is there that the server has said there is.
  var isWhole: Bool { state.withLock { $0.content.size == $0.content.byteCount } }
}

extension DownloadedBody {
  /// The bytes that follow belong to those that are there.
  func accept(validator: StrongValidator?, size: Int64?) throws(TransferError) {
    // The server has said twice that this is the file.
    try promoteReplacement()
    state.withLock { state in
      state.content.validator = validator
      state.content.isResumable = true
      state.content.size = size
    }
    try saveRecord()
    reports.expect(size)
  }

  /// Begins a body of which the bytes that are there are no part, at its first byte.
  ///
  /// Bytes that a download could go on from stay until the new body has proven itself: it may be the page of a captive
  /// portal.
  func startOver(validator: StrongValidator?, size: Int64?, isResumable: Bool) throws(TransferError) {
    let (kept, keepsContent) = state.withLock { state in
      (state.kept, state.kept == nil && state.content.validator != nil && state.content.byteCount > 0)
    }
    if keepsContent {
      try file.beginReplacement()
    } else if kept == nil, !isRecordWithoutValidator {
      // Before the bytes: after a loss of power the record of other bytes must not be there beside those that come now.
      try file.removeRecord()
    }
    try file.truncate(to: 0)
    let content = Content(
      validator: validator, isResumable: isResumable, size: size, hash: transfer.expectedDigest?.makeHash())
    state.withLock { state in
      if keepsContent { state.kept = state.content }
      if state.kept == nil { (state.savedRecord, state.isUnwanted) = (nil, false) }
      state.content = content
    }
    try saveRecord()
    reports.reach(0)
    reports.expect(size)
  }

  /// Whether nobody goes on with any bytes because of the record on disk.
  private var isRecordWithoutValidator: Bool {
    state.withLock { state in state.savedRecord.map { $0.validator == nil } ?? false }
  }

  /// How many bytes of a body are worth more than those of another that were there before, however many these are. A page
  /// of a captive portal is shorter.
  private static let worthwhileByteCount: Int64 = 1 << 20

  /// Whether the replacement is worth more to a later download than the bytes that were there before.
  private var isPromotionDue: Bool {
    state.withLock { state in
      guard let kept = state.kept, state.content.validator != nil else { return false }
      // A server that has the same file has no ranges any more: the earlier bytes are worth as much as ever.
      let isSame = state.content.validator == kept.validator
      let needed = isSame ? kept.byteCount : min(kept.byteCount, Self.worthwhileByteCount)
      return state.content.byteCount >= needed
    }
  }

  /// Gives up the earlier bytes for those of the replacement, if there is one.
  private func promoteReplacement() throws(TransferError) {
    guard state.withLock({ $0.kept != nil }) else { return }
    try file.promoteReplacement()
    state.withLock { state in
      state.kept = nil
      state.savedRecord = nil
    }
    try saveRecord()
  }

  /// Goes back to the earlier bytes, and removes the replacement.
  func dropReplacement() {
    let isDropped = state.withLock { state in
      guard let kept = state.kept.take() else { return false }
      state.content = kept
      return true
    }
    if isDropped { file.dropReplacement() }
  }

  /// Removes the bytes from one on.
  func forget(from byte: Int64) throws(TransferError) {
    guard state.withLock({ $0.content.byteCount > byte }) else { return }
    let hash = transfer.expectedDigest?.makeHash()
    let isRecorded = state.withLock { state in
      defer { state.content.durableBytes = min(state.content.durableBytes, byte) }
      state.content.byteCount = min(state.content.byteCount, byte)
      if state.content.hashedBytes > byte { (state.content.hash, state.content.hashedBytes) = (hash, 0) }
      return state.kept == nil && state.content.durableBytes > byte
    }
    if isRecorded {
      // After a loss of power the record must not speak of bytes that are gone.
      try file.removeRecord()
      state.withLock { $0.savedRecord = nil }
    }
    try file.truncate(to: byte)
    try saveRecord()
  }

  /// Checks the size of the file that the bytes are a part of.
  func checkSize(_ size: Int64?) throws(TransferError) {
    try checking { () throws(TransferError) in try transfer.checkSize(size) }
  }

  /// Takes note where a check says that the file is not wanted. It says nothing of a file that has a replacement.
  private func checking(_ check: () throws(TransferError) -> Void) throws(TransferError) {
    do throws(TransferError) {
      try check()
    } catch {
      if error.isOfContent { state.withLock { $0.isUnwanted = $0.isUnwanted || $0.kept == nil } }
      throw error
    }
  }

  func write(_ data: Data, at offset: Int64) throws(TransferError) {
    let end = offset + Int64(data.count)
    if let size, end > size { throw TransferError(.tooLong(expectedBytes: size)) }
    try checking { () throws(TransferError) in try transfer.checkBeginning(end) }
    try file.write(data, at: offset)
    let next = state.withLock { state in
      state.content.byteCount = end
      return state.content.hashedBytes
    }
    if next == offset { hash(data) }
    if isPromotionDue { try promoteReplacement() }
    reports.reach(end)
  }

  /// Whether so many bytes have come since the last record that ``saveProgress()`` is due.
  var isProgressDue: Bool {
    transfer.isResumable
      && state.withLock { $0.content.byteCount - $0.content.durableBytes >= transfer.synchronizedByteCount }
  }

  /// Notes how much is there from the start, once that is on the disk.
  func saveProgress() throws(TransferError) {
    let prefix = byteCount
    // Nobody goes on with the bytes of a download that does not resume.
    if transfer.isResumable, prefix > state.withLock({ $0.content.durableBytes }) {
      try file.synchronize()
      state.withLock { $0.content.durableBytes = prefix }
    }
    try saveRecord()
  }

  /// Hashes bytes that were there before.
  ///
  /// - Returns: Whether there is more.
  func hashSome() throws(TransferError) -> Bool {
    let (from, to) = state.withLock { ($0.content.hashedBytes, $0.content.byteCount) }
    guard transfer.expectedDigest != nil, from < to else { return false }
    let data = try file.read(from: from, upTo: Int(min(1 << 20, to - from)))
    // Somebody else has cut off the file.
    guard !data.isEmpty else { throw .notWritable(file.destination, POSIXError(.EIO)) }
    hash(data)
    return true
  }

  /// Puts the file in its place, if it is what was expected.
  ///
  /// - Returns: Its size in bytes.
  func finish() throws(TransferError) -> Int64 {
    let byteCount = byteCount
    do throws(TransferError) {
      try checkSize(byteCount)
      while try hashSome() {}
      if let hash = state.withLock({ $0.content.hash }) {
        try checking { () throws(TransferError) in try transfer.expectedDigest?.check(hash) }
      }
      try file.move()
    } catch {
      dropReplacement()
      throw error.at(nil, byte: byteCount)
    }
    return byteCount
  }

  private func hash(_ data: Data) {
    guard var hash = state.withLock({ state in state.content.hash.take() }) else { return }
    hash.update(data: data)
    let updated = hash
    state.withLock { state in
      state.content.hash = updated
      state.content.hashedBytes += Int64(data.count)
    }
  }

  /// Writes down what the bytes of the file are. Those of a replacement have no record.
  private func saveRecord() throws(TransferError) {
    guard state.withLock({ $0.kept == nil }) else { return }
    let (record, isSaved) = state.withLock { state in
      let record = ResumeRecord(
        url: transfer.urlRequest.url?.withoutCredentials, resource: ResourceIdentity(of: transfer),
        name: file.destination.lastPathComponent, validator: state.content.validator, size: state.content.size,
        durableBytes: state.content.durableBytes, gaplessSession: BootSession.current)
      return (record, record == state.savedRecord)
    }
    guard !isSaved else { return }
    try file.save(record)
    state.withLock { $0.savedRecord = record }
  }
}
