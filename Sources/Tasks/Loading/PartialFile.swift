package import Foundation
import Synchronization

/// A file that has no name of its own yet: written beside its destination, and moved there once it is whole.
///
/// In the same folder, because only there a rename is atomic, and because the disk that fills up is then the right one.
/// What is `unsafe` here are the C library's pointers to a path or to bytes, none of which outlives its call.
/// Bytes come from one thread at a time; ``discard()`` may come from any, at any moment, and does not wait:
/// between it and ``move()`` the file system decides, so that a destination is either whole or untouched.
package final class PartialFile: Sendable {
  package let destination: URL
  private let path: String
  private let descriptor: Atomic<CInt>

  private static let closed: CInt = -1

  package init(for destination: URL) throws(TransferError) {
    let name = ".\(destination.lastPathComponent.prefix(64)).\(UUID().uuidString).partial"
    let path = destination.deletingLastPathComponent().appending(component: name).path
    // Better said now than by the rename, when everything has been transferred.
    let isDirectory = try? destination.resourceValues(forKeys: [.isDirectoryKey]).isDirectory
    guard isDirectory != true else { throw .destinationNotWritable(destination, POSIXError(.EISDIR)) }
    let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .destinationNotWritable(destination, .last) }
    self.destination = destination
    self.path = path
    self.descriptor = Atomic(descriptor)
  }

  deinit {
    try? close()
    discard()
  }

  package func append(_ data: Data) throws(TransferError) {
    let descriptor = descriptor.load(ordering: .relaxed)
    var rest = data[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
      if written >= 0 {
        rest = rest.dropFirst(written)
      } else if errno != EINTR {
        throw .destinationNotWritable(destination, .last)
      }
    }
  }

  /// Puts the file in its place, over whatever stood there.
  package func move() throws(TransferError) {
    try close()
    guard unsafe rename(path, destination.path) == 0 else { throw .destinationNotWritable(destination, .last) }
  }

  /// Removes the file, unless it was moved or removed before.
  package func discard() {
    unsafe unlink(path)
  }

  /// Some file systems say only here that the bytes did not fit.
  private func close() throws(TransferError) {
    let open = descriptor.exchange(Self.closed, ordering: .relaxed)
    guard open != Self.closed else { return }
    guard Foundation.close(open) == 0 else { throw .destinationNotWritable(destination, .last) }
  }
}

extension POSIXError {
  /// The error that the last failed system call on this thread has left.
  fileprivate static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
