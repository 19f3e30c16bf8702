import Testing

@testable import TidingsAdapters

@Suite("The state of an observed value")
struct ObservationWatchTests {
  private final class Property: Sendable {}

  private let property = Property()

  @Test func `schedules one read at a time, and one more for changes during a read`() throws {
    var state = ObservationState<Property>()
    let isWatching = state.start(property)
    let isFirst = state.schedule()
    let isSecond = state.schedule()
    let begun = state.beginReading()
    let number = try #require(begun).number
    let isNext = state.noteChange(of: number)
    let isAgain = state.noteChange(of: number)
    #expect([isWatching, isFirst, isSecond, isNext, isAgain] == [false, true, false, true, false])
    state.endReading(number)
    let isWatchingLate = state.start(property)
    #expect(!isWatchingLate)
  }

  @Test func `ignores changes of an earlier read`() throws {
    var state = ObservationState<Property>()
    _ = state.start(property)
    let first = state.beginReading()
    let second = state.beginReading()
    let isForFirst = state.noteChange(of: try #require(first).number)
    let isForSecond = state.noteChange(of: try #require(second).number)
    #expect([isForFirst, isForSecond] == [false, true])
  }

  @Test func `does not read without subscribers`() {
    var state = ObservationState<Property>()
    let isScheduled = state.schedule()
    _ = state.start(property)
    let released = state.stop()
    let begun = state.beginReading()
    #expect(!isScheduled)
    #expect(released === property)
    #expect(begun == nil)
  }

  @Test func `keeps its registration for the next subscriber until the next change`() throws {
    var state = ObservationState<Property>()
    _ = state.start(property)
    let begun = state.beginReading()
    let number = try #require(begun).number
    state.endReading(number)
    _ = state.stop()
    let isServed = state.start(property)
    _ = state.stop()
    _ = state.noteChange(of: number)
    let isServedAfter = state.start(property)
    #expect(isServed)
    #expect(!isServedAfter)
  }
}
