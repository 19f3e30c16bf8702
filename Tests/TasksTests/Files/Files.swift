import Dispatch
import Synchronization
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// A file that says it is empty, where the system has such.
let madeUpFile: URL? = {
  let path = "/proc/self/status"
  return FileManager.default.fileExists(atPath: path) ? URL(filePath: path) : nil
}()

/// Whether memory can run out before it is written to.
let refusesTooMuchMemory: Bool = {
  let setting = try? String(contentsOf: URL(filePath: "/proc/sys/vm/overcommit_memory"), encoding: .utf8)
  return setting.map { !$0.hasPrefix("1") } ?? false
}()

/// The open descriptors of this process that lead to a path which begins so.
func openDescriptors(to path: String) -> [String] {
  let folder = "/proc/self/fd"
  return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)") }
    .filter { $0.hasPrefix(path) }
}

func append(_ data: Data, to file: URL) {
  guard let handle = try? FileHandle(forWritingTo: file) else { return }
  _ = try? handle.seekToEnd()
  try? handle.write(contentsOf: data)
  try? handle.close()
}

func truncate(_ file: URL, to size: UInt64) {
  guard let handle = try? FileHandle(forWritingTo: file) else { return }
  try? handle.truncate(atOffset: size)
  try? handle.close()
}

extension PublishedTask {
  /// Calls a function with the first report, before the work continues.
  func onFirstReport(_ body: @escaping @Sendable () -> Void) -> Subscription {
    let isDone = Once()
    return attach { update in
      if case .inProgress = update, isDone.first { body() }
    }
  }
}

extension PublishedTask {
  /// Cancels the task from inside a report, while the work waits; returns what a function has seen just before.
  func cancel<Seen: Sendable>(
    atReport number: Int, sourceLocation: SourceLocation = #_sourceLocation, _ look: @escaping @Sendable () -> Seen
  ) async -> Seen? {
    let counted = Counted()
    let seen = EventState<Seen?>(nil)
    let token = attach { _ in
      guard counted.reports.add(1, ordering: .relaxed).newValue == number else { return }
      let look = look()
      counted.isKnown.wait()
      counted.token.withLock { $0 }?.invalidate()
      seen.change { $0 = look }
    }
    counted.token.withLock { $0 = token }
    counted.isKnown.signal()
    await seen.wait(
      for: "report \(number)", showing: { _ in "\(counted.reports.load(ordering: .relaxed)) reports" },
      sourceLocation: sourceLocation
    ) { $0 != nil }
    return seen.state
  }
}

private final class Counted: Sendable {
  let reports = Atomic(0)
  let token = Locked<Subscription?>(nil)
  let isKnown = DispatchSemaphore(value: 0)
}

/// Says yes once.
final class Once: Sendable {
  private let isDone = Atomic(false)

  var first: Bool { !isDone.exchange(true, ordering: .relaxed) }
}
