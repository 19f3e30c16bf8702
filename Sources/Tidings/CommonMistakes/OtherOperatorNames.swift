public import TidingsCore

// Operators by the names that other libraries have for them: the compiler answers with ours.

extension Publisher {
  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(_ count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "prefix(_:)")
  public func take(first count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "suffix(_:)")
  public func take(last count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "suffix(_:)")
  public func takeLast(_ count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "prefix(while:)")
  public func take(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "prefix(until:)")
  public func take(until other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "prefix(until:)")
  public func prefix(untilOutputFrom other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "drop(until:)")
  public func drop(untilOutputFrom other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "drop(until:)")
  public func skip(until other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(_ count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func skip(first count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "dropFirst(_:)")
  public func discard(first count: Int) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "drop(while:)")
  public func skip(while condition: @escaping @Sendable (Update) -> Bool) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "prepend(_:)")
  public func startWith(_ updates: Update...) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "append(_:)")
  public func concat(_ other: some Publisher<Update>) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "removeDuplicates()")
  public func distinctUntilChanged() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "removeDuplicates(by:)")
  public func distinctUntilChanged<Key>(at keyPath: KeyPath<Update, Key>) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "removeDuplicates()")
  public func skipRepeats() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "removeDuplicates()")
  public func distinct() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "removeAllDuplicates()")
  public func uniqueValues() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "withLatest(from:)")
  public func withLatestFrom(_ other: some Publisher) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "handleEvents(update:)")
  public func `do`(onNext: @escaping @Sendable (Update) -> Void) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "handleEvents(update:)")
  public func on(value: @escaping @Sendable (Update) -> Void) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "receive(on:)")
  public func observe(on scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "receive(on:)")
  public func dispatch(to scheduler: some UpdateScheduler) -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "withPrevious()")
  public func combinePrevious() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "withPrevious()")
  public func pairwise() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "ignoreUpdates()")
  public func ignoreElements() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "ignoreUpdates()")
  public func ignoreOutput() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "collect()")
  public func toArray() -> Broadcaster<Update> { .never }

  @available(*, unavailable, renamed: "flatMapFirst(_:)")
  public func exhaustMap<Inner: Publisher>(_ transform: @escaping @Sendable (Update) -> Inner) -> Broadcaster<Update> {
    .never
  }

  @available(*, unavailable, renamed: "flatMapLatest(_:)")
  public func switchMap<Inner: Publisher>(_ transform: @escaping @Sendable (Update) -> Inner) -> Broadcaster<Update> {
    .never
  }

  @available(
    *, unavailable,
    message: "Use 'compactMap { $0 }'."
  )
  public func skipNil() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'compactMap { $0 }'."
  )
  public func unwrap() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'dropFirst(index).prefix(1)'."
  )
  public func element(at index: Int) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'replay(_:)', which shares and replays."
  )
  public func share(replay count: Int) -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'prefix(1)' for a publisher of the first update; 'await publisher.first()' waits for it."
  )
  public func first() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message:
      "There is no 'AnyPublisher': an operator returns a 'Broadcaster', a 'PublishedValue' or a 'PublishedTask', and 'broadcaster()' makes the first of any publisher."
  )
  public func eraseToAnyPublisher() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message:
      "There is no 'Observable': an operator returns a 'Broadcaster', a 'PublishedValue' or a 'PublishedTask', and 'broadcaster()' makes the first of any publisher."
  )
  public func asObservable() -> Broadcaster<Update> { .never }

  @available(
    *, unavailable,
    message: "Use 'receive(on: .main)'; a subscriber of main-actor code is called on the main actor anyway."
  )
  public func asDriver() -> Broadcaster<Update> { .never }
}
