import Foundation
import Synchronization
import TidingsCore

/// The destinations that downloads of this process are writing.
///
/// A cancelled run releases its destination shortly after the cancellation. A new run waits for that, instead of failing
/// because the file is in use.
final class DestinationLock: Sendable {
  static let shared = DestinationLock()

  private let entries = Locked<[FilePath: Entry]>([:])

  private struct Entry: Sendable {
    let claim: Claim
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The right of one run to write a file.
  final class Claim: Sendable {
    fileprivate let file: URL
    fileprivate let path: FilePath
    private let leaving = Atomic(false)

    init(to file: URL) {
      self.file = file
      path = FilePath(file)
    }

    fileprivate var isLeaving: Bool { leaving.load(ordering: .acquiring) }

    /// Announces that the run will release the file, or never take it.
    func leaveSoon() {
      leaving.store(true, ordering: .releasing)
    }

    /// Takes the file, after a cancelled run has released it.
    func take() async throws(TransferError) { try await DestinationLock.shared.take(self) }

    /// Releases the file.
    func leave() { DestinationLock.shared.leave(self) }
  }

  fileprivate func take(_ claim: Claim) async throws(TransferError) {
    while true {
      switch tryToTake(claim) {
      case .taken: return
      case .cancelled: throw .cancelled
      case .inUse: throw TransferError(.destinationInUse(claim.file))
      case .leaving: await waitWhileLeaving(claim.path)
      }
    }
  }

  private enum Answer { case taken, cancelled, inUse, leaving }

  private func tryToTake(_ claim: Claim) -> Answer {
    entries.withLock { entries in
      guard !claim.isLeaving else { return .cancelled }
      switch entries[claim.path]?.claim.isLeaving {
      case nil:
        entries[claim.path] = Entry(claim: claim)
        return .taken
      case false?: return .inUse
      case true?: return .leaving
      }
    }
  }

  /// Waits until a cancelled run has released a file. Returns immediately if the file is free or used by another run.
  private func waitWhileLeaving(_ path: FilePath) async {
    await withCheckedContinuation { continuation in
      let isLeaving = entries.withLock { entries in
        guard entries[path]?.claim.isLeaving == true else { return false }
        entries[path]?.waiting.append(continuation)
        return true
      }
      if !isLeaving { continuation.resume() }
    }
  }

  /// Waits until the cancelled runs have released their files in a folder.
  func waitForCancelledRuns(in folder: URL) async {
    let folder = FilePath(folder)
    let paths = entries.withLock { entries in
      entries.values.map(\.claim).filter { $0.isLeaving && FilePath($0.file.deletingLastPathComponent()) == folder }
        .map(\.path)
    }
    for path in paths { await waitWhileLeaving(path) }
  }

  fileprivate func leave(_ claim: Claim) {
    let waiting = entries.withLock { entries -> [CheckedContinuation<Void, Never>] in
      guard entries[claim.path]?.claim === claim else { return [] }
      return entries.removeValue(forKey: claim.path)?.waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }
}
