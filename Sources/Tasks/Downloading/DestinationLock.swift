import Foundation
import Synchronization
import TidingsCore

/// Which files this program is downloading to.
///
/// A run that is cancelled stops a little later. Who starts again at once waits for that, instead of being told that the
/// file is in use.
final class DestinationLock: Sendable {
  static let shared = DestinationLock()

  private let entries = Locked<[FilePath: Entry]>([:])

  private struct Entry: Sendable {
    let claim: Claim
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The right to write a file.
  final class Claim: Sendable {
    let file: URL
    fileprivate let owner: DestinationLock
    private let leaving = Atomic(false)

    init(to file: URL, among owner: DestinationLock = .shared) {
      self.file = file
      self.owner = owner
    }

    fileprivate var path: FilePath { FilePath(file) }
    fileprivate var isLeaving: Bool { leaving.load(ordering: .acquiring) }

    /// The file will be left, or never be taken; who wants it waits for that.
    func leaveSoon() {
      leaving.store(true, ordering: .releasing)
    }
  }

  fileprivate func take(_ claim: Claim) async throws(TransferError) {
    while true {
      switch tryToTake(claim) {
      case .taken: return
      case .cancelled: throw .cancelled
      case .inUse: throw TransferError(.destinationInUse(claim.file))
      case .leaving: await left(claim.path)
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

  private func left(_ path: FilePath) async {
    await withCheckedContinuation { continuation in
      let isLeft = entries.withLock { entries in
        entries[path]?.waiting.append(continuation)
        return entries[path] == nil
      }
      if isLeft { continuation.resume() }
    }
  }

  /// Waits until a cancelled run has released a file. Returns immediately if the file is free or used by another run.
  func waitUntilLeft(_ file: URL) async {
    let path = FilePath(file)
    if entries.withLock({ $0[path]?.claim.isLeaving }) == true { await left(path) }
  }

  fileprivate func leave(_ claim: Claim) {
    let waiting = entries.withLock { entries -> [CheckedContinuation<Void, Never>] in
      guard entries[claim.path]?.claim === claim else { return [] }
      return entries.removeValue(forKey: claim.path)?.waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension DestinationLock.Claim {
  /// Takes the file, once whoever is about to leave it has left.
  func take() async throws(TransferError) { try await owner.take(self) }

  /// The file is left.
  func leave() { owner.leave(self) }
}
