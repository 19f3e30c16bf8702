import Testing

/// Client code with timers, limits and retries, without type annotations.
struct TimersInferenceTests {
  @Test func `Timers need no generic arguments, also as implicit members`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Dispatch
      import Tidings
      let queue = DispatchQueue(label: "client")
      let seconds = Broadcaster.every(.seconds(1), scheduler: queue)
      let once = Broadcaster.after(.seconds(1), scheduler: queue)
      let later = Broadcaster.after(.seconds(1), repeating: .seconds(2), tolerance: .milliseconds(100), scheduler: queue)
      let starts = BroadcastSource<Void>()
      let counted = starts.flatMapLatest { .every(.seconds(1), scheduler: queue) }.map { $0 * 2 }
      let limited = seconds.prefix(until: .after(.seconds(9), scheduler: DispatchQueue.main))
      let polled = seconds.sample(on: .every(.seconds(2), scheduler: queue))
      let subscription = Broadcaster.every(.seconds(1), scheduler: DispatchQueue.main).subscribe { print($0 + 1) }
      """)
  }

  @Test func `Delays, limits and retries keep the kind of publisher without annotation`() async throws {
    try await Compiler.swift6.accepts(
      """
      import Dispatch
      import Tidings
      struct Refused: Error {}
      func operators(
        taps: Broadcaster<Int>, download: PublishedTask<Double, Int, any Error>, upload: PublishedTask<Double, Int, Refused>,
        messages: Broadcaster<Result<Int, Refused>>
      ) {
        let _: Broadcaster<Int> = taps.delay(for: .seconds(1), scheduler: DispatchQueue.main)
        let delayed = download.delay(for: .seconds(1), scheduler: DispatchQueue.main)
        let _: PublishedTask<Double, Int, any Error> = delayed
        let limited = download.timeout(.seconds(5), scheduler: DispatchQueue.main)
        let _: PublishedTask<Double, Int, any Error> = limited
        let typed = upload.timeout(.seconds(5), scheduler: DispatchQueue.main) { Refused() }
        let _: PublishedTask<Double, Int, Refused> = typed
        let _ = taps.timeout(.seconds(5), scheduler: DispatchQueue.main, applies: .overall, switchingTo: .just(1, 2))
        let _ = messages.retry(3, backoff: .exponential(initial: .seconds(1)).jittered(.full), scheduler: DispatchQueue.main)
        let retried = PublishedTask.retrying(attempts: 3, backoff: .constant(.seconds(1)), scheduler: DispatchQueue.main) { _ in upload }
        let _: PublishedTask<Double, Int, Refused> = retried
        let _ = taps.sample(every: .seconds(1), scheduler: DispatchQueue.main)
      }
      """)
  }

  @Test
  func `waitForNext returns the update or the result of a task, and is unavailable in asynchronous code`() async throws
  {
    let source = """
      import Tidings
      func first(of taps: Broadcaster<Int>) throws(WaitError) -> Int { try taps.waitForNext() }
      func result(of task: PublishedTask<Double, Int, any Error>) throws -> Int { try task.waitForNext().get() }
      """
    try await Compiler.swift6.accepts(source)
    try await Compiler.swift6.rejects(
      source + "\nfunc wait(for taps: Broadcaster<Int>) async throws { print(try taps.waitForNext()) }",
      saying: "instance method 'waitForNext' is unavailable from asynchronous contexts")
  }
}
