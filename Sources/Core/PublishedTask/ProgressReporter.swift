/// Tells the subscribers of a task how far its work is; called like a function.
///
///     PublishedTask { report in
///       for (index, page) in pages.enumerated() {
///         try await upload(page)
///         report(index + 1)
///       }
///     }
public struct ProgressReporter<Progress: Sendable>: Sendable {
  private let report: @Sendable (Progress) -> Void

  init(_ report: @escaping @Sendable (Progress) -> Void) {
    self.report = report
  }

  /// Reports how far the work is; dropped when the task was cancelled.
  public func callAsFunction(_ progress: Progress) {
    report(progress)
  }
}
