package import Foundation
import TidingsCore

/// The right of one run to write a file, among the downloads of this process.
///
/// A cancelled run releases its file soon. A new run waits for that, instead of failing because the file is in use.
package final class DestinationLock: Sendable {
  private static let owners = Locked<[FilePath: Owner]>([:])

  private struct Owner: Sendable {
    let lock: DestinationLock
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let file: URL
  private let path: FilePath
  private let mayMove: @Sendable () -> Bool
  /// Whether the run was cancelled.
  private let state = Locked(false)

  /// - Parameter mayMove: Called before the file is moved into place, which no cancellation can undo. It must not block.
  package init(for file: URL, mayMove: @escaping @Sendable () -> Bool = { true }) {
    self.file = file
    self.mayMove = mayMove
    path = FilePath(file)
  }

  /// Announces that the run will release the file, or never take it.
  package func cancel() { state.withLock { $0 = true } }
  private var isCancelled: Bool { state.withLock { $0 } }

  /// Moves the file into place unless the run was cancelled. A cancellation waits until the function returns.
  func unlessCancelled<Result: Sendable>(_ move: () -> Result) -> Result? {
    state.withLock { $0 || !mayMove() ? nil : move() }
  }

  /// Takes the file, after a cancelled run has released it.
  func take() async throws(TransferError) {
    while true {
      guard !isCancelled else { throw .cancellation }
      let owner = Self.owners.withLock { owners in
        let owner = owners[path]?.lock ?? self
        if owner === self { owners[path] = Owner(lock: self) }
        return owner
      }
      guard owner !== self else { return }
      guard owner.isCancelled else { throw TransferError(.destinationInUse(file)) }
      await owner.waitForRelease()
    }
  }

  func release() {
    let owner = Self.owners.withLock { owners in
      owners[path]?.lock === self ? owners.removeValue(forKey: path) : nil
    }
    for continuation in owner?.waiting ?? [] { continuation.resume() }
  }

  /// Waits until this lock has released its file. Returns immediately if it does not have the file.
  private func waitForRelease() async {
    await withCheckedContinuation { continuation in
      let mustWait = Self.owners.withLock { owners in
        guard owners[path]?.lock === self else { return false }
        owners[path]?.waiting.append(continuation)
        return true
      }
      if !mustWait { continuation.resume() }
    }
  }

  static func waitForCancelledRuns(in folder: URL) async {
    let locks = owners.withLock { $0.values.map(\.lock) }
    for lock in locks where lock.isCancelled {
      let file = folder.appending(component: lock.file.lastPathComponent)
      if FilePath(file) == lock.path { await lock.waitForRelease() }
    }
  }
}

/// The path of a file, compared by its bytes.
///
/// If the folder of the file exists, this is the path without links to it, because links may give a folder several paths.
/// Strings with another Unicode normalization are equal, but except on Apple platforms, they name different files.
struct FilePath: Hashable, Sendable {
  private let bytes: [UInt8]

  /// Blocks until the file system has resolved the links.
  init(_ file: URL) {
    // The C library uses the path only during the call. The caller frees the result.
    let folder = unsafe file.isFileURL ? realpath(file.deletingLastPathComponent().path, nil) : nil
    defer { unsafe free(folder) }
    let resolved = unsafe folder.map {
      unsafe URL(filePath: String(cString: $0)).appending(component: file.lastPathComponent)
    }
    // A resolved path is not standardized: on Apple platforms, the result would depend on the existence of the file.
    let path = file.isFileURL ? (resolved ?? file.standardizedFileURL).path : file.absoluteString
    bytes = Array(path.normalizedForFiles.utf8)
  }
}

extension String {
  #if canImport(Darwin)
    /// The form in which file names that mean the same file are equal.
    fileprivate var normalizedForFiles: String { precomposedStringWithCanonicalMapping }
  #else
    fileprivate var normalizedForFiles: String { self }
  #endif
}
