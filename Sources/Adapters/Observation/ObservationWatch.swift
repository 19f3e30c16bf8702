import Observation
import TidingsCore

/// Reads a value again whenever what it was read from has changed.
///
/// It lives as long as the published value, so that a note that was left with a model when the last subscriber went
/// serves the next one.
final class ObservationWatch<Value: Sendable>: Sendable {
  private let reading: PlacedReading<Value>
  private let state = Locked(ObservationState<PublishedProperty<Value>>())

  init(_ reading: PlacedReading<Value>) {
    self.reading = reading
  }

  func start(_ property: PublishedProperty<Value>) {
    let isWatching = state.withLock { $0.start(property) }
    if isWatching {
      // In this order: what changes after this reading is told by the note that is there.
      reading.perform { [weak property, reading] in property?.refresh(reading.read) }
    } else if reading.isPossibleHere {
      readAndWatch()
    } else {
      scheduleReading()
    }
  }

  func stop() {
    let property = state.withLock { $0.stop() }
    withExtendedLifetime(property) {}
  }

  private func scheduleReading() {
    guard state.withLock({ $0.schedule() }) else { return }
    enqueueReading()
  }

  private func enqueueReading() {
    reading.enqueue { [weak self] in self?.readAndWatch() }
  }

  private func readAndWatch() {
    guard let (property, number) = state.withLock({ $0.beginReading() }) else { return }
    property.refresh {
      let value = readAndLeaveNote(number)
      // The note is left after the reading: what other threads change in between is told to nobody, but read here.
      return reading.isExclusive ? value : readAndLeaveNote(number)
    }
    state.withLock { $0.endReading(number) }
  }

  private func readAndLeaveNote(_ number: UInt) -> Value {
    withObservationTracking(reading.read) { [weak self] in self?.isAboutToChange(what: number) }
  }

  /// Called before the change, in the middle of the code that makes it: there is nothing to read here yet.
  private func isAboutToChange(what number: UInt) {
    if state.withLock({ $0.noteChange(of: number) }) { enqueueReading() }
  }
}

/// What a watch knows; each method is one critical section.
struct ObservationState<Property: AnyObject & Sendable>: Sendable {
  /// There while somebody is subscribed.
  private(set) var property: Property?
  /// Whether a job is on its way that will read.
  private var isScheduled = false
  /// Whether the next change of what was read last will be told.
  private var isWatching = false
  /// The last reading that has begun; what earlier ones have read does not count any more.
  private var number: UInt = 0
  /// Whether what that reading has read has changed.
  private var hasChanged = false

  /// - Returns: Whether the next change will be told already.
  mutating func start(_ property: Property) -> Bool {
    self.property = property
    return isWatching
  }

  /// - Returns: What is to be released, after the lock.
  mutating func stop() -> Property? {
    defer { property = nil }
    return property
  }

  /// - Returns: Whether to enqueue a job. The one that is on its way has not begun to read, and will do.
  mutating func schedule() -> Bool {
    guard property != nil, !isScheduled else { return false }
    isScheduled = true
    return true
  }

  /// - Returns: What to refresh, unless nobody is subscribed any more, and the number of the reading.
  mutating func beginReading() -> (property: Property, number: UInt)? {
    isScheduled = false
    guard let property else { return nil }
    number &+= 1
    hasChanged = false
    isWatching = false
    return (property, number)
  }

  /// The next change will be told, unless one has been told already.
  mutating func endReading(_ number: UInt) {
    if number == self.number { isWatching = !hasChanged }
  }

  /// A later reading that has begun will find the change: it cannot read before the change is made.
  ///
  /// - Returns: Whether to enqueue a job.
  mutating func noteChange(of number: UInt) -> Bool {
    guard number == self.number, !hasChanged else { return false }
    hasChanged = true
    isWatching = false
    return schedule()
  }
}
