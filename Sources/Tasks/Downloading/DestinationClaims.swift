import Foundation
import TidingsCore

/// Which files this program is downloading to.
///
/// A run that is cancelled stops a little later. Who starts again at once waits for that, instead of being told that the
/// file is in use.
final class DestinationClaims: Sendable {
  static let shared = DestinationClaims()

  private let entries = Locked<[String: Entry]>([:])

  private struct Entry: Sendable {
    let claim: Claim
    var isLeaving = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The right to write a file.
  final class Claim: Sendable {
    fileprivate let path: String
    fileprivate let owner: DestinationClaims

    fileprivate init(path: String, owner: DestinationClaims) {
      self.path = path
      self.owner = owner
    }
  }

  /// Claims a file, once whoever is about to leave it has left.
  func claim(_ file: URL) async throws(TransferError) -> Claim {
    let claim = Claim(path: file.standardizedFileURL.path, owner: self)
    while true {
      switch take(claim) {
      case .taken: return claim
      case .inUse: throw TransferError(.destinationInUse(file))
      case .leaving: await left(claim.path)
      }
    }
  }

  private enum Answer { case taken, inUse, leaving }

  private func take(_ claim: Claim) -> Answer {
    entries.withLock { entries in
      switch entries[claim.path]?.isLeaving {
      case nil:
        entries[claim.path] = Entry(claim: claim)
        return .taken
      case false?: return .inUse
      case true?: return .leaving
      }
    }
  }

  private func left(_ path: String) async {
    await withCheckedContinuation { continuation in
      let isLeft = entries.withLock { entries in
        entries[path]?.waiting.append(continuation)
        return entries[path] == nil
      }
      if isLeft { continuation.resume() }
    }
  }

  fileprivate func leaveSoon(_ claim: Claim) {
    entries.withLock { entries in
      if entries[claim.path]?.claim === claim { entries[claim.path]?.isLeaving = true }
    }
  }

  fileprivate func leave(_ claim: Claim) {
    let waiting = entries.withLock { entries -> [CheckedContinuation<Void, Never>] in
      guard entries[claim.path]?.claim === claim else { return [] }
      return entries.removeValue(forKey: claim.path)?.waiting ?? []
    }
    for continuation in waiting { continuation.resume() }
  }
}

extension DestinationClaims.Claim {
  /// The file will be left; who wants it waits for that.
  func leaveSoon() { owner.leaveSoon(self) }

  /// The file is left.
  func leave() { owner.leave(self) }
}
