import Dispatch
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

/// Whether the system refuses allocations that exceed its memory.
let refusesTooMuchMemory: Bool = {
  let setting = try? String(contentsOf: URL(filePath: "/proc/sys/vm/overcommit_memory"), encoding: .utf8)
  return setting.map { !$0.hasPrefix("1") } ?? false
}()

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
  /// Returns the result of a task that calls a function with its first report, before the work continues.
  func result(onFirstReport body: @escaping @Sendable () -> Void) async -> Result<Success, any Error> {
    let reports = Attempts()
    let recording = Recording(self) { update in
      if case .inProgress = update, reports.next() == 1 { body() }
    }
    return await recording.result
  }

  /// Cancels the task from inside a report, while the work waits. Returns the result of a function called just before.
  func cancel<Seen: Sendable>(
    atReport number: Int, sourceLocation: SourceLocation = #_sourceLocation, _ look: @escaping @Sendable () -> Seen
  ) async -> Seen? {
    let reports = Attempts()
    let token = Locked<Subscription?>(nil)
    let isKnown = DispatchSemaphore(value: 0)
    let seen = EventState<Seen?>(nil)
    let subscription = attach { _ in
      guard reports.next() == number else { return }
      let look = look()
      isKnown.wait()
      token.withLock { $0 }?.invalidate()
      seen.change { $0 = look }
    }
    token.withLock { $0 = subscription }
    isKnown.signal()
    await seen.wait(for: "report \(number)", sourceLocation: sourceLocation) { $0 != nil }
    return seen.state
  }
}
