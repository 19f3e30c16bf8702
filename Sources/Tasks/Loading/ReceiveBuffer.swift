package import Foundation
import TidingsCore

/// Received bytes that wait to be processed, in order.
///
/// Small parts are joined: a server that sends single bytes must not cost the memory of a buffer, and later a system call,
/// for each of them.
package struct ReceiveBuffer: Sendable {
  private var parts = FIFO<Data>()
  /// The last part, which may grow.
  private var last = Data()

  /// The approximate memory, in bytes.
  package private(set) var memory = 0

  /// The memory of a part beside its bytes, rounded up.
  private static let overhead = 256
  private static let joinedByteCount = 64 << 10
  /// Copying a larger part costs more than keeping it separate.
  private static let smallByteCount = 4 << 10

  package init() {}

  package var isEmpty: Bool { last.isEmpty }

  package mutating func append(_ part: Data) {
    let isJoined =
      !last.isEmpty && last.count + part.count <= Self.joinedByteCount
      && min(last.count, part.count) < Self.smallByteCount
    if isJoined {
      last.append(part)
      memory += part.count
    } else {
      if !last.isEmpty { parts.append(last) }
      last = part
      memory += Self.overhead + part.count
    }
  }

  package mutating func popFirst() -> Data? {
    guard !last.isEmpty else { return nil }
    let part: Data
    if let first = parts.popFirst() {
      part = first
    } else {
      part = last
      last = Data()
    }
    memory -= Self.overhead + part.count
    return part
  }
}
