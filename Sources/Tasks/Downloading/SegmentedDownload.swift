import Foundation
import TidingsCore

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Several windows of a file at once, for servers that limit the speed of each connection.
///
/// What lies beyond a gap is only good for this attempt: when it fails, what is there from the start without a gap is
/// kept.
struct SegmentedDownload: Sendable {
  let windows: WindowedDownload
  let request: URLRequest

  /// Returns whether everything is there; if not, the server has another file now.
  func run() async throws(TransferError) -> Bool {
    let body = windows.body
    guard let validator = body.validator, let size = body.size else { return false }
    let result = await withTaskGroup(of: Result<Bool, TransferError>.self) { group in
      var offset = body.byteCount
      func addWindow() {
        guard offset < size else { return }
        let asked = windows.window(from: offset, validator)
        offset = asked.end ?? size
        group.addTask { await fill(asked) }
      }
      for _ in 0..<windows.requester.transfer.segments { addWindow() }
      for await result in group {
        guard case .success(true) = result else {
          group.cancelAll()
          return result
        }
        addWindow()
      }
      return .success(true)
    }
    if (try? result.get()) != true {
      try await windows.requester.backlog.run { () throws(TransferError) in try body.dropIslands() }
    }
    return try result.get()
  }

  /// Gets a window, in as many answers as the server takes for it.
  private func fill(_ window: RangeAsked) async -> Result<Bool, TransferError> {
    do throws(TransferError) {
      var asked = window
      while true {
        let (step, outcome) = try await windows.ask(asked, by: request, outOfOrder: true)
        guard case .appended = step else { return .success(false) }
        let body = windows.body
        try await windows.requester.backlog.run { () throws(TransferError) in try body.saveProgress(outOfOrder: true) }
        try await windows.hashWhatIsThere()
        let reached = asked.offset + outcome.byteCount
        guard let end = window.end, let validator = window.validator, reached < end else { return .success(true) }
        asked = RangeAsked(offset: reached, end: end, validator: validator, size: window.size)
      }
    } catch {
      return .failure(error)
    }
  }
}
