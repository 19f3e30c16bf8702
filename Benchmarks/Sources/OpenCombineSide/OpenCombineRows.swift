import Dispatch
package import Harness
import OpenCombine
import OpenCombineDispatch

/// OpenCombine: `PassthroughSubject` for events, and `CurrentValueSubject` for state.
///
/// Version 0.14 has neither merge nor combineLatest.
package let openCombine = Side("OpenCombine") { row in
  switch row {
  case .mapFilterMap: { mapFilterMap($0) }
  case .setEqual: { setEqual($0) }
  case .scan: { scan($0) }
  case .removeDuplicates: { removeDuplicates($0) }
  case .zip: { zip($0) }
  case .switchLatest: { switchLatest($0) }
  case .share(let subscribers): { share(by: subscribers, $0) }
  case .receiveOnQueue(let burst): { receiveOnQueue(burst: burst, $0) }
  case .forAwait(let burst): { forAwait(burst: burst, $0) }
  case .object(let object): { keep(object, $0) }
  default: OpenCombineRows.sendingRows(row) ?? OpenCombineRows.settingRows(row)
  }
}

typealias Passthrough = PassthroughSubject<Int, Never>
typealias CurrentValue = CurrentValueSubject<Int, Never>

/// A subject. Subjects are not declared `Sendable`, but any thread may use them, because they have a lock.
struct Shared<Subject>: @unchecked Sendable {
  let subject: Subject
}

enum OpenCombineRows: Sending, Setting {
  typealias Source = Shared<Passthrough>
  typealias Property = Shared<CurrentValue>

  static func makeSource() -> Source { Shared(subject: Passthrough()) }
  static func send(_ update: Int, through source: Source) { source.subject.send(update) }

  static func subscribe(to source: Source, _ sink: Sink, _ offset: Int) -> AnyCancellable {
    source.subject.sink { sink.receive($0 &+ offset) }
  }

  static func subscribeConcurrently(to source: Source, _ sink: Sink) -> AnyCancellable {
    source.subject.sink { sink.receiveConcurrently($0) }
  }

  static func leave(_ token: AnyCancellable, _ source: Source) {
    keep(token)
    token.cancel()
  }

  static func makeProperty() -> Property { Shared(subject: CurrentValue(-1)) }
  static func set(_ value: Int, of property: Property) { property.subject.value = value }
  static func observe(_ property: Property, _ sink: Sink) -> Any { property.subject.sink { sink.receive($0) } }

  static func observeConcurrently(_ property: Property, _ sink: Sink) -> Any {
    property.subject.sink { sink.receiveConcurrently($0) }
  }
}

private func sending(_ subject: Passthrough, keeping kept: Any) -> Batch {
  OpenCombineRows.sending(Shared(subject: subject), keeping: kept)
}

private func mapFilterMap(_ sink: Sink) -> Batch {
  let subject = Passthrough()
  let token = subject.map { $0 &+ 1 }.filter { $0 != .min }.map { $0 &* 3 }.sink { sink.receive($0) }
  return sending(subject, keeping: token)
}

/// The subject does not compare values, so each subscriber does.
private func setEqual(_ sink: Sink) -> Batch {
  let subject = CurrentValue(-1)
  let token = subject.removeDuplicates().sink { sink.receive($0) }
  return { operations in
    for _ in 0..<operations { subject.value = -1 }
    withExtendedLifetime(token) {}
  }
}

private func scan(_ sink: Sink) -> Batch {
  let subject = Passthrough()
  return sending(subject, keeping: subject.scan(0) { $0 &+ $1 }.sink { sink.receive($0) })
}

private func removeDuplicates(_ sink: Sink) -> Batch {
  let subject = Passthrough()
  return sending(subject, keeping: subject.removeDuplicates().sink { sink.receive($0) })
}

private func zip(_ sink: Sink) -> Batch {
  let first = Passthrough()
  let second = Passthrough()
  let token = first.zip(second).sink { sink.receive($0 &+ $1) }
  return OpenCombineRows.sending(Shared(subject: first), Shared(subject: second), keeping: token)
}

private func switchLatest(_ sink: Sink) -> Batch {
  let outer = Passthrough()
  let inner = [Passthrough(), Passthrough()]
  return sending(outer, keeping: outer.map { inner[$0 & 1] }.switchToLatest().sink { sink.receive($0) })
}

private func share(by subscribers: Int, _ sink: Sink) -> Batch {
  let subject = Passthrough()
  let shared = subject.map { $0 &+ 1 }.share()
  let tokens = (0..<subscribers).map { offset in
    shared.sink { sink.receive($0 &+ offset) }
  }
  return sending(subject, keeping: tokens)
}

private func receiveOnQueue(burst: Int, _ sink: Sink) -> Batch {
  let subject = Passthrough()
  let bursts = Bursts(of: burst, sink)
  let token = subject.receive(on: DispatchQueue(label: "OpenCombine").ocombine).sink { bursts.receive($0) }
  return bursts.sending(keeping: token) { subject.send($0) }
}

/// An update that `values` has not requested yet is lost, so there is a buffer before it.
private func forAwait(burst: Int, _ sink: Sink) -> Batch {
  let subject = Passthrough()
  let bursts = Bursts(of: burst, sink)
  let ready = DispatchSemaphore(value: 0)
  // The type is not declared `Sendable`, but only the task uses the value.
  nonisolated(unsafe) let values = subject.buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest).values
  Task {
    // This subscribes.
    var updates = unsafe values.makeAsyncIterator()
    ready.signal()
    while let remaining = await updates.next() { bursts.receive(remaining) }
  }
  ready.wait()
  return bursts.sending(keeping: AtEnd { subject.send(completion: .finished) }) { subject.send($0) }
}

private func keep(_ object: Row.Object, _ sink: Sink) -> Batch {
  let subject = Passthrough()
  var tokens: Set<AnyCancellable> = []
  return switch object {
  case .source: keeping { _ in Passthrough() }
  case .property: keeping { CurrentValue($0) }
  case .taskSource: keeping { _ in Future<Int, any Error> { keepPromise($0) } }
  case .task: keeping { result in Deferred { Future<Int, any Error> { $0(.success(result)) } } }
  case .map: keeping { offset in subject.map { $0 &+ offset } }
  case .subscriptionThroughMap:
    keeping { offset in
      subject.map { $0 &+ offset }.sink { sink.receive($0 &+ offset) }
    } atEnd: {
      subject.send(0)
    }
  case .bag: keeping { _ in Set<AnyCancellable>() }
  case .subscriptionInBag:
    keeping { offset in
      subject.sink { sink.receive($0 &+ offset) }.store(in: &tokens)
    } atEnd: {
      subject.send(0)
    }
  }
}

/// Stands for the code that would keep the promise, a closure that keeps the future.
@inline(never)
private func keepPromise(_ promise: @escaping Future<Int, any Error>.Promise) {}
