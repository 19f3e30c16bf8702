import Combine
import TestSupport
import Testing
import Tidings
import TidingsUI
import UIKit

/// Code of an app whose project is isolated to the main actor by default.
final class LegacyModel: ObservableObject {
  @Published var title = ""
  @Published private(set) var isBusy = false
  let saved = PassthroughSubject<Int, Never>()
  private var cancellables: Set<AnyCancellable> = []
  private let subscriptions = SubscriptionBag()
  private(set) var log: [String] = []

  init(newTitles: PublishedValue<String>, work: PublishedTask<Int, String, any Error>) {
    newTitles.combinePublisher.assign(to: &$title)
    work.combinePublisher
      .map { $0.uppercased() }
      .sink(
        receiveCompletion: { [weak self] _ in self?.log.append("done") },
        receiveValue: { [weak self] in self?.log.append($0) }
      )
      .store(in: &cancellables)
    saved.broadcaster().subscribe { [weak self] in self?.log.append("saved \($0)") }.store(in: &cancellables)
    $isBusy.publishedValue().subscribe { [weak self] in self?.log.append("busy \($0)") }.store(in: subscriptions)
  }

  func save() {
    isBusy = true
    saved.send(1)
    isBusy = false
  }
}

final class LegacyScreen {
  let field = UITextField()
  let button = UIButton()
  private let subscriptions = SubscriptionBag()
  private(set) var search = ""
  private(set) var taps = 0

  init() {
    field.publishedText.subscribe { [weak self] in self?.search = $0 }.store(in: subscriptions)
    button.taps.subscribe { [weak self] in self?.taps += 1 }.store(in: subscriptions)
  }
}

@Suite("In a project with the main actor by default")
struct LegacyModelTests {
  @Test func `a model goes between Combine and Tidings`() {
    let titles = PublishedProperty("a")
    let work = TaskSource<Int, String, any Error>()
    let model = LegacyModel(newTitles: titles.publishedValue, work: work.publishedTask)
    titles.value = "b"
    work.succeed("result")
    model.save()
    #expect(model.title == "b")
    #expect(model.log == ["busy false", "RESULT", "done", "busy true", "saved 1", "busy false"])
  }

  @Test func `a screen follows its controls`() {
    let screen = LegacyScreen()
    screen.field.text = "x"
    screen.field.sendActions(for: .editingChanged)
    screen.button.sendActions(for: .primaryActionTriggered)
    #expect(screen.search == "x")
    #expect(screen.taps == 1)
  }
}
