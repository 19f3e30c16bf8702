import Foundation
import Tidings
import TidingsCore
import TidingsTesting

/// The publishers of a diagram. They deliver the drawn updates in virtual time.
final class DiagramStage: Sendable {
  struct Failed: Error, Equatable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
  }

  let diagram: DocumentedDiagram
  let scheduler = ManualScheduler()
  private let jobs = SubscriptionBag()
  /// Sources that are kept alive because their end is not drawn.
  private let kept = Locked<[any Sendable]>([])

  init(_ diagram: DocumentedDiagram) {
    self.diagram = diagram
  }

  /// The events of a row.
  subscript(label: String) -> Broadcaster<String> {
    let source = BroadcastSource<String>()
    play(label) { $0 == "|" ? source.finish() : source.send($0) }
    kept.withLock { $0.append(source) }
    return source.broadcaster
  }

  /// Publishers of results, one for each subscription.
  func oneAfterTheOther(_ labels: [String]) -> Broadcaster<Result<String, Failed>> {
    let rest = Locked(labels.map(results)[...])
    return Broadcaster.deferred { rest.withLock { $0.popFirst() } ?? .empty }
  }

  /// Returns the row of an update, such as `of a`.
  func inner(_ updates: String...) -> @Sendable (String) -> Broadcaster<String> {
    let rows = Dictionary(uniqueKeysWithValues: updates.map { ($0, self["of \($0)"]) })
    return { rows[$0] ?? .empty }
  }

  func numbers(_ label: String) -> Broadcaster<Int> { self[label].map { Int($0) ?? -1 } }

  func results(_ label: String) -> Broadcaster<Result<String, Failed>> {
    self[label].map { Self.result($0) ?? .success($0) }
  }

  /// The published value of a row that begins in the first column.
  func value(_ label: String) -> PublishedValue<String> {
    let property = PublishedProperty(diagram[label]?.first?.text ?? "")
    // The job of the end has the last reference to the property.
    play(label) { text in if text != "|" { property.value = text } }
    return property.publishedValue
  }

  /// The task of a row, whose result is drawn as `success(1)` or `failure(a)`.
  func task(_ label: String) -> PublishedTask<String, String, Failed> {
    let source = TaskSource<String, String, Failed>()
    play(label) { text in
      guard text != "|" else { return }
      if let result = Self.result(text) { source.complete(result) } else { source.report(text) }
    }
    return source.publishedTask
  }

  /// Draws a task as a row.
  func row(_ task: PublishedTask<String, String, Failed>) -> Broadcaster<String> {
    task.broadcaster().map { update in
      switch update {
      case .inProgress(let progress): progress
      case .completed(let result): Self.text(result)
      }
    }
  }

  /// Draws a task as the row of its value.
  func success<Success: Sendable>(_ task: PublishedTask<Never, Success, Never>) -> Broadcaster<String> {
    task.results().map { "\($0.get())" }
  }

  static func text(_ result: Result<String, Failed>) -> String {
    switch result {
    case .success(""): "success"
    case .success(let value): "success(\(value))"
    case .failure(let failure) where failure.description.isEmpty: "failure"
    case .failure(let failure): "failure(\(failure))"
    }
  }

  static func result(_ text: String) -> Result<String, Failed>? {
    let inside = text.firstIndex(of: "(").map { String(text[text.index(after: $0)...].dropLast()) } ?? ""
    if text.hasPrefix("success") { return .success(inside) }
    if text.hasPrefix("failure") { return .failure(Failed(inside)) }
    return nil
  }

  private func play(_ label: String, _ perform: @escaping @Sendable (String) -> Void) {
    guard let marks = diagram[label] else {
      fatalError("There is no row \(label) in diagram \(diagram.testDescription)")
    }
    for mark in marks {
      scheduler.enqueue(after: .seconds(mark.column)) { perform(mark.text) }.store(in: jobs)
    }
  }

  /// The marks of a publisher, after all rows have been played.
  func marks(of publisher: Broadcaster<String>) -> [DocumentedDiagram.Mark] {
    let recorder = publisher.record(scheduler: scheduler)
    scheduler.run()
    return recorder.timeline.map { event in
      let column = Int(event.time / .seconds(1))
      return switch event.event {
      case .update(let text): DocumentedDiagram.Mark(column: column, text: text)
      case .ended: DocumentedDiagram.Mark(column: column, text: "|")
      }
    }
  }
}
