import Observation
import TidingsCore

/// Reads a value again when an observed property has changed.
///
/// It lives as long as the published value, so a registration that remains after the last subscriber serves the next one.
final class ObservationWatch<Value: Sendable>: Sendable {
  private let reading: PlacedReading<Value>
  private let state = Locked(ObservationState<PublishedProperty<Value>>())

  init(_ reading: PlacedReading<Value>) {
    self.reading = reading
  }

  func start(_ property: PublishedProperty<Value>) {
    let isWatching = state.withLock { $0.start(property) }
    if isWatching {
      // The registration reports changes after this reading.
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
      let value = readAndRegister(number)
      // Observation registers after reading. A second reading finds changes that other threads made in between.
      return reading.isExclusive ? value : readAndRegister(number)
    }
    state.withLock { $0.endReading(number) }
  }

  private func readAndRegister(_ number: UInt) -> Value {
    withObservationTracking(reading.read) { [weak self] in self?.willChange(reading: number) }
  }

  /// Called before the change, so the new value cannot be read here.
  private func willChange(reading number: UInt) {
    if state.withLock({ $0.noteChange(of: number) }) { enqueueReading() }
  }
}

/// The state of a watch. Each method is one critical section.
struct ObservationState<Property: AnyObject & Sendable>: Sendable {
  /// Nil without subscribers.
  private(set) var property: Property?
  /// Whether a job that reads the value is enqueued.
  private var isScheduled = false
  /// Whether the next change will be reported.
  private var isWatching = false
  /// The number of the last reading that has begun.
  private var number: UInt = 0
  /// Whether a property of that reading has changed.
  private var hasChanged = false

  /// - Returns: Whether the next change will be reported without another reading.
  mutating func start(_ property: Property) -> Bool {
    self.property = property
    return isWatching
  }

  /// - Returns: The property, to be released outside the lock.
  mutating func stop() -> Property? {
    defer { property = nil }
    return property
  }

  /// - Returns: Whether to enqueue a job. A job that is already enqueued has not begun to read.
  mutating func schedule() -> Bool {
    guard property != nil, !isScheduled else { return false }
    isScheduled = true
    return true
  }

  /// - Returns: The property to refresh and the number of the reading, or nil without subscribers.
  mutating func beginReading() -> (property: Property, number: UInt)? {
    isScheduled = false
    guard let property else { return nil }
    number &+= 1
    hasChanged = false
    isWatching = false
    return (property, number)
  }

  /// Called after the registration.
  mutating func endReading(_ number: UInt) {
    if number == self.number { isWatching = !hasChanged }
  }

  /// Ignores changes of earlier readings, because a later reading finds them.
  ///
  /// - Returns: Whether to enqueue a job.
  mutating func noteChange(of number: UInt) -> Bool {
    guard number == self.number, !hasChanged else { return false }
    hasChanged = true
    isWatching = false
    return schedule()
  }
}
