import Testing
import Tidings
import TidingsTesting

@MainActor
final class PriceModel {
  @PublishedProperty var symbol = ""
  @PublishedProperty private(set) var price = "–"
  private let subscriptions = SubscriptionBag()

  init(
    scheduler: some UpdateScheduler,
    quote: @escaping @Sendable (String) -> PublishedTask<Never, Double, any Error>
  ) {
    $symbol
      .dropFirst()
      .debounce(for: .milliseconds(500), scheduler: scheduler)
      .flatMapLatest { quote($0) }
      .results()
      .subscribe { [weak self] result in self?.price = (try? result.get()).map { "\($0)" } ?? "?" }
      .store(in: subscriptions)
  }
}

@MainActor
struct PriceModelTests {
  let scheduler = ManualScheduler()
  let quote = PublishedTaskStub<Never, Double, any Error>()

  @Test func `requests a quote when the user pauses`() {
    let model = PriceModel(scheduler: scheduler) { _ in quote.publishedTask }
    let prices = model.$price.record()
    model.symbol = "A"
    scheduler.advance(by: .milliseconds(499))
    #expect(quote.runs.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    quote.succeed(2.5)
    prices.expect(all: ["–", "2.5"])
    #expect(prices.updates.count == 2)
  }

  @Test func `cancels the previous quote`() {
    let model = PriceModel(scheduler: scheduler) { _ in quote.publishedTask }
    model.symbol = "A"
    scheduler.advance(by: .seconds(1))
    model.symbol = "B"
    scheduler.advance(by: .seconds(1))
    #expect(quote.runs.map(\.phase) == [.cancelled, .running])
  }

  @Test func `shows a question mark after a failure`() throws {
    struct Offline: Error {}
    let model = PriceModel(scheduler: scheduler) { _ in quote.publishedTask }
    let prices = model.$price.record()
    #expect(try prices.next() == "–")
    model.symbol = "A"
    scheduler.advance(by: .seconds(1))
    quote.fail(Offline())
    #expect(try prices.next() == "?")
    prices.expectNone()
  }

  @Test func `debounces in virtual time`() {
    let keys = BroadcasterStub(
      [.update("a", at: .seconds(1)), .update("b", at: .seconds(2)), .end(at: .seconds(9))], scheduler: scheduler)
    let recorder = keys.broadcaster.debounce(for: .seconds(3), scheduler: scheduler).record(scheduler: scheduler)
    scheduler.advance(by: .seconds(10))
    #expect(recorder.timeline == [.update("b", at: .seconds(5)), .end(at: .seconds(9))])
  }

  @Test func `leaves no objects`() {
    expectNothingLeft {
      do {
        let model = PriceModel(scheduler: scheduler) { _ in .unimplemented("quote") }
        model.symbol = "A"
      }
      scheduler.run()
    }
  }
}
