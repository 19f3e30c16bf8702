import TestSupport
import Testing
import Tidings
import TidingsCore

@Suite("A subscriber that sends through both sources of its operator")
struct CrossingTests {
  struct Operator: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let apply: @Sendable (BroadcastSource<Int>, BroadcastSource<Int>) -> any Publisher
  }

  private static let operators = [
    Operator(testDescription: "merge") { $0.merge(with: $1) },
    Operator(testDescription: "combineLatest") { $0.combineLatest($1) },
    Operator(testDescription: "zip") { $0.zip($1) },
    Operator(testDescription: "withLatest") { $0.withLatest(from: $1) },
    Operator(testDescription: "sample") { $0.sample(on: $1) },
    Operator(testDescription: "collect(on:)") { $0.collect(on: $1) },
    Operator(testDescription: "gate") { $0.gate(by: $1.map { $0 > 0 }) },
    Operator(testDescription: "flatMap") { source, other in source.flatMap { _ in other } },
  ]

  @Test(arguments: operators) func `is not called while it runs`(subject: Operator) {
    let (source, other, log) = (BroadcastSource<Int>(), BroadcastSource<Int>(), History<String>())
    let isFirst = Held(())
    let subscription = attach(subject.apply(source, other)) {
      log.record("begin")
      if isFirst.letGo() { for source in [source, other] { source.send(2) } }
      log.record("end")
    }
    for source in [other, source, other] { source.send(1) }
    #expect(log.events.count >= 4)
    #expect(log.events == (0..<log.events.count / 2).flatMap { _ in ["begin", "end"] })
    subscription.invalidate()
  }

  private func attach(_ publisher: some Publisher, _ body: @escaping @Sendable () -> Void) -> Subscription {
    publisher.attach { _ in body() }
  }
}
