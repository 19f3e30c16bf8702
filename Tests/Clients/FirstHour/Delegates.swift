import Tidings

@MainActor protocol LocatorDelegate: AnyObject {
  func locator(_ locator: Locator, didLocate place: String)
}

@MainActor final class Locator {
  weak var delegate: (any LocatorDelegate)?
  func start() { delegate?.locator(self, didLocate: "Here") }
  func stop() {}
}

@MainActor final class LocatorEvents: LocatorDelegate {
  private let receive: (String) -> Void
  init(_ receive: @escaping (String) -> Void) { self.receive = receive }
  func locator(_ locator: Locator, didLocate place: String) { receive(place) }
}

let places = Broadcaster<String>(on: MainActor.shared) { source in
  let events = LocatorEvents { source.send($0) }
  let locator = Locator()
  locator.delegate = events
  locator.start()
  return (locator, events)
} stop: { locator, _ in
  locator.stop()
}

let place = PublishedTask<Never, String, Never>(on: MainActor.shared) { run in
  let events = LocatorEvents { run.succeed($0) }
  let locator = Locator()
  locator.delegate = events
  locator.start()
  return (locator, events)
} stop: { locator, _ in
  locator.stop()
}

/// A nonisolated class that is not Sendable.
nonisolated final class BarcodeReader {
  var onCode: ((String) -> Void)?
  func start() {}
  func stop() {}
}

nonisolated final class ReaderDelegate {
  private let source: BroadcastSource<String>
  init(_ source: BroadcastSource<String>) { self.source = source }
  func found(_ code: String) { source.send(code) }
}

let codes = Broadcaster<String> { source in
  let reader = BarcodeReader()
  let delegate = ReaderDelegate(source)
  reader.onCode = { delegate.found($0) }
  reader.start()
  return (reader, delegate)
} stop: { reader, _ in
  reader.stop()
}
