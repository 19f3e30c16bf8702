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
    var validator: StrongValidator?
    var size: Int64?
    var islands: ByteIslands
    /// How many bytes from the start are certain to survive a loss of power.
    var durableBytes: Int64 = 0
    /// The record on disk, if it is known.
    var savedRecord: ResumeRecord?
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
    var state = State(islands: ByteIslands())
    state.hash = transfer.digest?.makeHash()
    let record = transfer.resumes ? file.record : nil
    if let record, record.mayBeContinued(by: transfer) {
      let there = record.usableBytes(of: file.gaplessByteCount)
      if there <= record.size ?? .max {
        state.validator = record.validator
        state.size = record.size
        state.islands.add(0..<there)
        state.durableBytes = min(there, record.durableBytes)
      }
    }
    self.state = Locked(state)
    try file.truncate(to: byteCount)
    reports.reach(byteCount)
  }

  /// How many bytes are there from the start, without a gap.
  var byteCount: Int64 { state.withLock { $0.islands.prefix } }

  /// The size of the whole, in bytes, if it is known.
  var size: Int64? { state.withLock { $0.size } }

  /// What the server must still have, so that more can be added to what is there.
  var validator: StrongValidator? { state.withLock { $0.validator } }

  /// Whether everything is there that the server has said there is.
  var isWhole: Bool { state.withLock { $0.size == $0.islands.prefix } }
}

extension DownloadedBody {
  /// What comes belongs to what is there, at the end of it or beyond.
  func accept(validator: StrongValidator?, size: Int64?, outOfOrder: Bool) throws(TransferError) {
    state.withLock { state in
      state.validator = validator
      state.size = size
    }
    // Before the first bytes beyond a gap: from then on the size of the file says nothing.
    if outOfOrder { try saveProgress(outOfOrder: true) } else { try saveRecord(outOfOrder: false) }
    reports.expect(size)
  }

  /// Nothing of what is there is worth anything: what comes now is the whole, from its first byte on.
  func startOver(validator: StrongValidator?, size: Int64?) throws(TransferError) {
    // Before the bytes: after a loss of power the record of other bytes must not be there beside those that come now.
    try file.removeRecord()
    try file.truncate(to: 0)
    let hash = transfer.digest?.makeHash()
    state.withLock { $0 = State(validator: validator, size: size, islands: ByteIslands(), hash: hash) }
    try saveRecord(outOfOrder: false)
    reports.reach(0)
    reports.expect(size)
  }

  func write(_ data: Data, at offset: Int64) throws(TransferError) {
    let end = offset + Int64(data.count)
    if let size, end > size { throw TransferError(.tooLong(expectedBytes: size)) }
    try transfer.checkBeginning(end)
    try file.write(data, at: offset)
    let (total, next) = state.withLock { state in
      state.islands.add(offset..<end)
      return (state.islands.total, state.hashedBytes)
    }
    if next == offset { hash(data) }
    reports.reach(total)
  }

  /// Forgets what lies beyond a gap: it does not survive the attempt that it came in.
  func dropIslands() throws(TransferError) {
    let prefix = state.withLock { state in
      state.islands.keepPrefix()
      return state.islands.prefix
    }
    try file.truncate(to: prefix)
  }

  /// How many bytes a loss of power may cost, where they come in order: to synchronize them takes time.
  private static let synchronizedInterval: Int64 = 64 << 20

  /// Whether so many bytes have come since the last record that ``saveProgress(outOfOrder:)`` is due.
  var isProgressDue: Bool {
    transfer.resumes && state.withLock { $0.islands.prefix - $0.durableBytes >= Self.synchronizedInterval }
  }

  /// Notes how much is there from the start, once that is on the disk.
  func saveProgress(outOfOrder: Bool) throws(TransferError) {
    let prefix = byteCount
    // Nobody goes on with the bytes of a download that does not resume.
    if transfer.resumes, prefix > state.withLock({ $0.durableBytes }) {
      try file.synchronize()
      state.withLock { $0.durableBytes = prefix }
    }
    try saveRecord(outOfOrder: outOfOrder)
  }

  /// Hashes what has not been yet: what was there before, and what came out of order.
  ///
  /// - Returns: Whether there is more.
  func hashSome() throws(TransferError) -> Bool {
    let (from, to) = state.withLock { ($0.hashedBytes, $0.islands.prefix) }
    guard transfer.digest != nil, from < to else { return false }
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
    try transfer.checkSize(byteCount)
    while try hashSome() {}
    if let hash = state.withLock({ $0.hash }) { try transfer.digest?.check(hash) }
    try file.move()
    return byteCount
  }

  private func hash(_ data: Data) {
    guard var hash = state.withLock({ state in state.hash.take() }) else { return }
    hash.update(data: data)
    let updated = hash
    state.withLock { state in
      state.hash = updated
      state.hashedBytes += Int64(data.count)
    }
  }

  private func saveRecord(outOfOrder: Bool) throws(TransferError) {
    let (record, isSaved) = state.withLock { state in
      let record = ResumeRecord(
        url: transfer.urlRequest.url?.withoutCredentials, resource: ResourceIdentity(of: transfer),
        name: file.destination.lastPathComponent, validator: state.validator, size: state.size,
        durableBytes: state.durableBytes, gaplessSession: outOfOrder ? nil : BootSession.current)
      return (record, record == state.savedRecord)
    }
    guard !isSaved else { return }
    try file.save(record)
    state.withLock { $0.savedRecord = record }
  }
}
