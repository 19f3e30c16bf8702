import Foundation
package import Tidings

/// Downloads files, and shows the progress of each and their total progress.
///
/// All updates are delivered on the main actor, because `run` subscribes there.
@MainActor
package final class Downloads {
  package enum Outcome: Sendable {
    case complete
    case incomplete
    case interrupted
  }

  private let items: [Item]
  private let progress: PublishedValue<DownloaderProgress>
  private let console: Console
  private var lines: [ProgressLine]
  private let subscriptions = SubscriptionBag()
  private let outcome = TaskSource<Never, Outcome, Never>()

  /// - Parameter progress: The total progress of the items.
  package init(_ items: [Item], progress: PublishedValue<DownloaderProgress>, console: Console) {
    self.items = items
    self.progress = progress
    self.console = console
    lines = items.map { ProgressLine(name: $0.name) }
  }

  /// Runs all downloads until they complete or are interrupted.
  package func run(until interrupts: some Publisher<Void>) async -> Outcome {
    guard !items.isEmpty else { return .complete }
    interrupts
      .subscribe { self.outcome.succeed(.interrupted) }
      .store(in: subscriptions)

    for (index, item) in items.enumerated() {
      item.task
        .subscribe(
          progress: { self.show(.downloading($0), at: index) },
          success: { self.show(.finished(byteCount: $0), at: index) },
          failure: { self.show(.failed($0.localizedDescription), at: index) }
        )
        .store(in: subscriptions)
    }
    progress
      .subscribe { self.draw($0) }
      .store(in: subscriptions)

    let outcome = await outcome.publishedTask.value
    // Without subscribers, running downloads are cancelled here.
    subscriptions.removeAll()
    report()
    return outcome
  }

  private func show(_ state: ProgressLine.State, at index: Int) {
    lines[index].state = state
    draw(progress.value, changed: index)
    if lines.allSatisfy(\.state.isFinal) {
      outcome.succeed(lines.contains(where: \.state.isFailure) ? .incomplete : .complete)
    }
  }

  private func draw(_ progress: DownloaderProgress, changed index: Int? = nil) {
    console.show(lines, total: TotalLine(progress: progress, lines: lines), changed: index)
  }

  private func report() {
    for (line, item) in zip(lines, items) {
      switch line.state {
      case .finished(let byteCount): console.print("\(byteCount) bytes  \(item.file.path)")
      case .failed(let message): console.complain("\(item.address): \(message)")
      case .waiting, .downloading: break
      }
    }
  }
}
