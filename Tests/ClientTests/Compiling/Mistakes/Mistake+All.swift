extension Mistake {
  static let all = subscribing + keeping + sending + operators + operatorNames + types + tasks + isolation

  private static let subscribing = [
    Mistake(
      "bag.insert(events.subscribe { print(\"x\") })",
      "contextual type for closure argument list expects 1 argument"),
    Mistake(
      "bag.insert(value.subscribe { new, old in print(new, old) })",
      "The closure has one argument, the update. 'withPrevious()'"),
    Mistake(
      "bag.insert(events.subscribe { (text: String) in print(text) })",
      "to expected argument type '@isolated(any) @Sendable (Int) -> Void'"),
    Mistake("bag.insert(events.subscribe { await save($0) })", "The closure must not wait or throw"),
    Mistake("bag.insert(events.subscribe { print(try await load($0)) })", "The closure must not wait or throw"),
    Mistake(
      "bag.insert(events.subscribe { print(try JSONEncoder().encode($0)) })", "The closure must not wait or throw"),
    Mistake(
      "bag.insert(value.subscribe(success: { print($0) }, failure: { print($0) }))",
      "Only a task has 'success' and 'failure'. Use 'subscribe { … }'."),
    Mistake(
      "bag.insert(events.flatMapLatest { _ in task }.subscribe(success: { print($0) }, failure: { print($0) }))",
      "Add 'results()' and use 'subscribe(value:failure:)'."),
    Mistake(
      "bag.insert(events.flatMapLatest { _ in task }.subscribe { (hit: Int) in print(hit) })",
      "Add 'results()' and use 'subscribe(value:failure:)'."),
    Mistake(
      "bag.insert(events.flatMapLatest { _ in task }.subscribe { print($0.magnitude) })",
      "Add 'results()' and use 'subscribe(value:failure:)'."),
    Mistake("bag.insert(task.subscribe { value in print(value + 1) })", "This task can fail. Pass 'failure:', too"),
    Mistake("bag.insert(task.subscribe(success: { print($0) }))", "This task can fail. Pass 'failure:', too"),
    Mistake("bag.insert(events.subscribe(onNext: { print($0) }))", "Use 'subscribe { … }'"),
    Mistake(
      "bag.insert(events.subscribe(onNext: { print($0) }, onCompleted: {}))", "Use 'subscribe { … } ended: { … }'"),
    Mistake(
      "bag.insert(events.subscribe(onNext: { print($0) }, onDisposed: {}))", "Use 'subscribe { … } ended: { … }'"),
    Mistake(
      "bag.insert(task.subscribe(onNext: { print($0) }, onError: { print($0) }))", "Use 'subscribe(success:failure:)'"),
    Mistake("bag.insert(events.bind(onNext: { print($0) }))", "Use 'subscribe { … }'"),
    Mistake("bag.insert(events.drive(onNext: { print($0) }))", "Use 'subscribe { … }'"),
    Mistake(
      "final class Model { var title = 1; func f(_ e: Broadcaster<Int>) { e.assign(to: &title).invalidate() } }",
      "Use 'bind(to:)' for a 'PublishedProperty'"),
    Mistake(
      "bag.insert(events.subscribe(onNext: { print($0) }, onError: { _ in }, onCompleted: {}))",
      "Use 'subscribe { … } ended: { … }'"),
    Mistake("bag.insert(events.sink { print($0) })", "Use 'subscribe { … }'"),
    Mistake(
      "bag.insert(events.sink(receiveCompletion: { _ in }, receiveValue: { print($0) }))",
      "Use 'subscribe { … } ended: { … }'"),
    Mistake("bag.insert(task.sink { print($0 + 1) })", "Use 'subscribe(success:failure:)'"),
    Mistake(
      "bag.insert(task.sink(receiveCompletion: { _ in }, receiveValue: { print($0 + 1) }))",
      "Use 'subscribe(success:failure:)'"),
    Mistake("bag.insert(events.flatMapLatest { _ in task }.sink { print($0 + 1) })", "Add 'results()'"),
    Mistake("bag.insert(events.emit(onNext: { print($0) }))", "Use 'subscribe { … }'"),
    Mistake("bag.insert(events.subscribe(with: bag, onNext: { print($1) }))", "Use 'subscribe(weak: owner)"),
    Mistake("bag.insert(events.bind(to: source))", "'bind(to:)' has been renamed to 'forward(to:)'"),
    Mistake("bag.insert(events.drive(property))", "'drive' has been renamed to 'bind(to:)'"),
    Mistake("bag.insert(events.observeValues { print($0) })", "Use 'subscribe { … }'"),
    Mistake("bag.insert(events.startWithValues { print($0) })", "Use 'subscribe { … }'"),
    Mistake(
      "bag.insert(events.map { \"\\($0)\" }.assign(to: \\Legacy.title, on: Legacy()))",
      "'assign(to:on:)' has been renamed to 'bind(to:on:)'"),
    Mistake(
      "bag.insert(task.subscribe { if case .success(let number) = $0 { print(number) } })",
      "Pass 'success:' and 'failure:', or use 'TaskUpdate'"),
    Mistake("bag.insert(task.subscribe { result in print(try? result.get()) })", "Pass 'success:' and 'failure:'"),
    Mistake("bag.insert(task.subscribe { print(\"x\") })", "expects 1 argument"),
    Mistake("bag.insert(TimerSource(scheduler: .main).subscribe { print($0 + 1) })", "'TimerSource.Update'"),
    Mistake(
      "bag.insert(events.subscribe(calling: Journal.add, on: journal))",
      "Use 'subscribe(weak: owner) { owner, update in … }'"),
    Mistake("events.subscribe { print($0) }", "result of call to 'subscribe", page: "ThreadsOrderAndLifetime"),
    Mistake(
      "for await number in events { print(number) }", "to conform to 'AsyncSequence'", page: "WrappingLegacyCode"),
    Mistake(
      "bag.insert(events.first { $0 > 1 }.subscribe { print($0) })",
      "Use 'filter { … }.prefix(1)' for a publisher; 'await publisher.first { … }' waits for it."),
    Mistake(
      "bag.insert(events.first().subscribe { print($0) })",
      "Use 'prefix(1)' for a publisher of the first update"),
    Mistake(
      "bag.insert(events.map { number in let twice = number * 2; return \"\\(twice)\" }.subscribe { print($0) })",
      "type 'Any' does not conform to the 'Sendable' protocol", page: "SwiftConcurrency"),
    Mistake(
      "bag.insert(value.subscribe(weak: Legacy()) { $0.title = \"\\($1)\" })",
      "type 'Legacy' does not conform to the 'Sendable' protocol"),
  ]

  private static let keeping = [
    Mistake("subscription.cancel()", "'cancel()' has been renamed to 'invalidate()'"),
    Mistake("subscription.dispose()", "'dispose()' has been renamed to 'invalidate()'"),
    Mistake("subscription.disposed(by: bag)", "'disposed(by:)' has been renamed to 'store(in:)'"),
    Mistake("subscription.add(to: bag)", "'add(to:)' has been renamed to 'store(in:)'"),
    Mistake("bag.dispose()", "'dispose()' has been renamed to 'removeAll()'"),
    Mistake("bag.disposeAll()", "'disposeAll()' has been renamed to 'removeAll()'"),
    Mistake("bag.cancel()", "'cancel()' has been renamed to 'removeAll()'"),
    Mistake("bag.add(subscription)", "'add' has been renamed to 'insert(_:)'"),
    Mistake("bag.append(subscription)", "'append' has been renamed to 'insert(_:)'"),
  ]

  private static let sending = [
    Mistake("events.send(1)", "Send to the 'BroadcastSource' that this broadcaster comes from."),
    Mistake("source.onNext(1)", "'onNext' has been renamed to 'send(_:)'"),
    Mistake("source.accept(1)", "'accept' has been renamed to 'send(_:)'"),
    Mistake("source.next(1)", "'next' has been renamed to 'send(_:)'"),
    Mistake("source.fire(with: 1)", "'fire(with:)' has been renamed to 'send(_:)'"),
    Mistake("source.send(value: 1)", "'send(value:)' has been renamed to 'send(_:)'"),
    Mistake("source.onCompleted()", "'onCompleted()' has been renamed to 'finish()'"),
    Mistake("source.sendCompleted()", "'sendCompleted()' has been renamed to 'finish()'"),
    Mistake("source.send(completion: .finished)", "Use 'finish()'."),
    Mistake("source.send(completion: .failure(CancellationError()))", "Use 'finish()'. Events do not fail"),
    Mistake(
      "print(events.handleEvents(receiveOutput: { print($0) }))",
      "Use 'handleEvents(subscribed:update:ended:invalidated:)'."),
    Mistake(
      "bag.insert(events.sink(receiveCompletion: { if case .failure(let e) = $0 { print(e) } }, receiveValue: { _ in }))",
      "Use 'subscribe { … } ended: { … }'"),
    Mistake("source.onError(Oops())", "Events do not fail: send a 'Result'"),
    Mistake("source.send(error: Oops())", "Events do not fail: send a 'Result'"),
    Mistake("source.send(\"one\")", "cannot convert value of type 'String' to expected argument type 'Int'"),
    Mistake("property.send(1)", "Set 'value'."),
    Mistake("property.accept(1)", "Set 'value'."),
    Mistake("property.onNext(1)", "Set 'value'."),
    Mistake("property.next(1)", "Set 'value'."),
    Mistake("value.send(1)", "Set 'value' of the 'PublishedProperty'"),
    Mistake("value.value = 1", "'value' is a get-only property"),
    Mistake("print(events.value)", "A broadcaster keeps no value"),
  ]

  private static let operators = [
    Mistake(
      "print(events.map { $0 > 1 ? \"\\($0)\" : nil }.filter { $0.isEmpty })",
      "'nil' cannot be used in context expecting type 'String'"),
    Mistake(
      "bag.insert(events.map { n in guard n > 0 else { return nil }; return \"\\(n)\" }.subscribe { print($0) })",
      "'nil' is not compatible with closure result type 'Any'", page: "Operators"),
    Mistake("print(events.map { _ in Row() })", "type 'Row' does not conform to the 'Sendable' protocol"),
    Mistake(
      "print(events.debounce(for: 0.3, scheduler: .main))",
      "cannot convert value of type 'Double' to expected argument type 'Duration'"),
    Mistake("print(events.debounce(for: .seconds(1)))", "missing argument for parameter 'scheduler'"),
    Mistake("print(events.throttle(for: .seconds(1)))", "missing argument for parameter 'scheduler'"),
    Mistake("print(events.delay(for: .seconds(1)))", "missing argument for parameter 'scheduler'"),
    Mistake("print(events.receive(on: RunLoop.main))", "Use '.main' or a dispatch queue."),
    Mistake("print(events.receive(on: OperationQueue.main))", "Use '.main' or a dispatch queue."),
    Mistake(
      "print(events.debounce(for: .seconds(1), scheduler: RunLoop.main))",
      "conformance of 'RunLoop' to 'UpdateScheduler' is unavailable: Use '.main' or a dispatch queue."),
    Mistake("print(events.flatMap { $0 + 1 })", "The closure must return publishers of one type."),
    Mistake("print(events.concatMap { $0 + 1 })", "The closure must return publishers of one type."),
    Mistake("print(events.flatMapLatest { number in number })", "The closure must return publishers of one type."),
    waiting("flatMap"), waiting("flatMapLatest"), waiting("flatMapFirst"), waiting("concatMap"),
    Mistake("print(events.merge(with: Broadcaster<String>.never))", "'String'"),
    Mistake("print(events.combineLatest())", "missing argument"),
    Mistake("bag.insert(property.bind(bothWaysWith: value))", "Pass its property, which for '$name' is '_name'."),
    Mistake(
      "bag.insert(events.flatMapLatest { _ in sureTask }.bind(to: property))", "bind 'results().map { $0.get() }'."),
    Mistake(
      "bag.insert(events.flatMapLatest { _ in task }.results().bind(to: property))", "'subscribe(value:failure:)'"),
    Mistake("bag.insert(events.subscribe(on: DispatchQueue.main) { print($0) })", "Use 'receive(on: queue).subscribe"),
    Mistake("print(events.flatMap(.latest) { _ in events })", "Use 'flatMapLatest { … }'"),
    Mistake("print(events.scan { $0 + $1 })", "missing argument for parameter #1"),
    Mistake("print(events.reduce { $0 + $1 })", "missing argument for parameter #1"),
    Mistake("print(events.prefix())", "missing argument for parameter #1"),
    Mistake(
      "print(Broadcaster<Void>.every(.seconds(1), scheduler: .main))",
      "requires the types 'Broadcaster<Void>' and 'Broadcaster<Int>' be equivalent"),
    Mistake("print(Broadcaster.every(.seconds(1)))", "missing argument for parameter 'scheduler'"),
    Mistake("print(events.debounce(.seconds(1), scheduler: .main))", "missing argument label 'for:'"),
    Mistake(
      "print(NotificationCenter.default.broadcaster(for: .init(\"x\")) { $0 })",
      "conformance of 'Notification' to 'Sendable' is unavailable", page: "WrappingLegacyCode"),
    Mistake(
      "bag.insert(NotificationCenter.default.broadcaster(for: .init(\"x\")).subscribe { print($0.userInfo ?? [:]) })",
      "Deliver a part: 'broadcaster(for: name) { $0.userInfo?[key] as? Value }'"),
    Mistake(
      "print(NotificationCenter.default.broadcaster(for: .init(\"x\")).compactMap { $0.object as? Int })",
      "Deliver a part: 'broadcaster(for: name) { $0.userInfo?[key] as? Value }'"),
    Mistake("bag.insert(events.bind(to: property.publishedValue))", "Pass its property, which for '$name' is '_name'."),
    Mistake("print(optionals.compactMap())", "missing argument"),
    Mistake(
      "var last = 0; print(events.map { number in last = number; return last })",
      "mutation of captured var 'last' in concurrently-executing code", page: "OwnOperators"),
    Mistake("print(events + events)", "cannot be applied to two 'Broadcaster<Int>' operands"),
  ]

  private static func waiting(_ name: String) -> Mistake {
    Mistake(
      "print(events.\(name) { try await load($0) })",
      "For work that waits, return a task: 'PublishedTask { try await … }'.")
  }

  private static let tasks = [
    Mistake("print(task.catch { _ in 0 })", "Use 'recover { … }'"),
    Mistake("task.start()", "Subscribe to it: the first subscriber starts the work."),
    Mistake("task.cancel()", "Invalidate its subscriptions"),
    Mistake(
      "print(PublishedTask { promise in promise(.success(1)) })", "For a callback use 'PublishedTask(callback:)'."),
    Mistake(
      "bag.insert(task.subscribe(onSuccess: { print($0) }, onFailure: { print($0) }))",
      "'subscribe(onSuccess:onFailure:)' has been renamed to 'subscribe(success:failure:)'"),
    Mistake(
      "let sure: PublishedTask<Never, Int, Never> = sureTask.timeout(.seconds(1), scheduler: .main); print(sure)",
      "Add 'withFailure((any Error).self)' before it."),
    Mistake("print(task.retry(3))", "Use 'PublishedTask.retrying(attempts:)'"),
    Mistake("print(await task.value)", "not marked with 'try'"),
    Mistake(
      "let typed = task.mapError { _ in Oops() }; print(typed.timeout(.seconds(1), scheduler: .main).recover { _ in 0 })",
      "Pass the failure of this task: 'timeout(_:scheduler:failingWith: { … })'."),
    Mistake(
      "let work = PublishedTask<Double, Int, any Error> { run in run.succeed(1) }",
      "for progress and cancellation 'PublishedTask(start:)'"),
    Mistake(
      "let work = PublishedTask<Never, Int, Never> { run in fetch { run.succeed($0) } }",
      "For a callback use 'PublishedTask(callback:)'"),
    Mistake(
      "let work: PublishedTask<Never, Int, Never> = PublishedTask { run in fetch { run.complete(.success($0)) } }",
      "For a callback use 'PublishedTask(callback:)'"),
    Mistake(
      "print(URLSession.shared.publishedTask(for: \"https://swift.org\"))",
      "A transfer takes a URL, not a String"),
    Mistake(
      "print(URLSession.shared.publishedTask(uploading: .data(Data()), with: url))",
      "missing argument for parameter 'for'"),
    Mistake("print(URLSession.shared.publishedTask(for: url, decoding: .json(Row.self)))", "conform to 'Decodable'"),
    renamed("response.value", "body"),
    renamed("response.data", "body"),
    renamed("response.output", "body"),
    renamed("response.statusCode", "response.statusCode"),
    Mistake("print(PublishedTask.retrying(attempts: 3) { task })", "expects 1 argument"),
    Mistake("bag.insert(sureTask.subscribe(failure: { _ in }))", "missing argument for parameter 'success'"),
    Mistake(
      "print(PublishedTask.retrying(attempts: 3, backoff: .constant(.seconds(1))) { _ in task })",
      "missing argument for parameter 'scheduler'"),
  ]

  private static let isolation = [
    Mistake(
      """
      @MainActor final class Document { @PublishedProperty var title = "" }
      @MainActor final class Editor {
        @PublishedProperty var selected = Document()
        func titles() { print($selected.flatMapLatest { $0.$title }) }
      }
      """, "main actor-isolated property '$title' can not be referenced from a Sendable closure", page: "NestedModels"),
    Mistake(
      "let screen = screen; print(events.map { $0 * screen.factor })",
      "main actor-isolated property 'factor' can not be referenced", page: "NestedModels"),
    Mistake(
      "let screen = screen; print(value.map { screen.format($0) })",
      "main actor-isolated instance method 'format'", page: "NestedModels"),
    Mistake(
      "let screen = screen; print(events.handleEvents(update: { screen.title = \"\\($0)\" }))",
      "main actor-isolated property 'title' can not be mutated", page: "NestedModels"),
    Mistake(
      "let legacy = Legacy(); bag.insert(events.subscribe { legacy.title = \"\\($0)\" })",
      "capture of 'legacy' with non-Sendable type 'Legacy'", page: "WrappingLegacyCode"),
    Mistake(
      "bag.insert(events.map { \"\\($0)\" }.bind(to: \\.title, on: Legacy()))",
      "call to main actor-isolated instance method 'bind(to:on:", page: "WrappingLegacyCode"),
    Mistake(
      """
      actor Log {
        var numbers = [1]
        func follow(_ events: Broadcaster<Int>) -> Subscription {
          events.subscribe { [weak self] in self?.numbers.append($0) }
        }
      }
      """, "actor-isolated property 'numbers' can not be mutated from a Sendable closure", page: "NestedModels"),
  ]
}
