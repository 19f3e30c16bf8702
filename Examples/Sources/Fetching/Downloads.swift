import Foundation
package import Tidings

/// Fetches files, all at once, and shows how far each has come.
///
/// Everything is told on the main actor, because that is where `run` subscribes.
@MainActor
package final class Downloads {
  package enum Outcome: Sendable {
    case complete
    case incomplete
    case interrupted
  }

  private let items: [Item]
  private let console: Console
  private var lines: [ProgressLine]
  private let subscriptions = SubscriptionBag()
  private let outcome = TaskSource<Never, Outcome, Never>()

  package init(_ items: [Item], console: Console) {
    self.items = items
    self.console = console
    lines = items.map { ProgressLine(name: $0.name) }
  }

  /// Runs all downloads to their end, or until there is an interrupt.
  package func run(until interrupts: some Publisher<Void>) async -> Outcome {
    interrupts
      .subscribe { self.outcome.succeed(.interrupted) }
      .store(in: subscriptions)

    for (index, item) in items.enumerated() {
      item.task
        .subscribe(
          progress: { self.show(.downloading($0), at: index) },
          success: { self.check($0, at: index) },
          failure: { self.show(.failed($0.localizedDescription), at: index) }
        )
        .store(in: subscriptions)
    }

    let outcome = items.isEmpty ? .complete : await outcome.publishedTask.value
    // Nobody listens any more, so what is still running is cancelled here.
    subscriptions.removeAll()
    report()
    return outcome
  }

  /// The file is there; is it the right one?
  private func check(_ download: DownloadedFile, at index: Int) {
    show(.checking, at: index)
    PublishedTask.digest(of: download.url)
      .subscribe(
        success: { digest in
          if let expected = self.items[index].expectedDigest, digest != expected {
            self.show(.failed("The file has the digest \(digest), not \(expected)"), at: index)
          } else {
            self.show(.finished(byteCount: download.byteCount, digest: digest), at: index)
          }
        },
        failure: { self.show(.failed($0.localizedDescription), at: index) }
      )
      .store(in: subscriptions)
  }

  private func show(_ state: ProgressLine.State, at index: Int) {
    lines[index].state = state
    console.show(lines, changed: index)
    if lines.allSatisfy(\.state.isFinal) {
      outcome.succeed(lines.contains(where: \.state.isFailure) ? .incomplete : .complete)
    }
  }

  private func report() {
    for (line, item) in zip(lines, items) {
      switch line.state {
      case .finished(let byteCount, let digest): console.print("\(digest)  \(byteCount) bytes  \(item.file.path)")
      case .failed(let message): console.complain("\(item.address): \(message)")
      case .waiting, .downloading, .checking: break
      }
    }
  }
}
