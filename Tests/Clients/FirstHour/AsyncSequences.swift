import Tidings

@MainActor
final class Console {
  private(set) var lines: [String] = []
  private(set) var fraction = 0.0
  private let subscriptions = SubscriptionBag()

  func run(_ messages: Broadcaster<String>, _ build: PublishedTask<Double, Int, any Error>) async throws {
    if let first = await messages.first() {
      lines.append(first)
    }
    for await message in messages.values(buffering: .newest(100)) {
      lines.append(message)
      if message == "quit" { break }
    }
    for try await part in build.progress {
      fraction = part
    }
    lines.append("\(try await build.value) errors")
  }

  func open(_ output: AsyncStream<String>, _ risky: AsyncThrowingStream<Int, any Error>) {
    output.broadcaster()
      .subscribe { [weak self] in self?.lines.append($0) }
      .store(in: subscriptions)
    risky.publishedTask()
      .subscribe(
        progress: { [weak self] in self?.lines.append("\($0)") }, success: { print("Done") }, failure: { print($0) }
      )
      .store(in: subscriptions)
  }
}
