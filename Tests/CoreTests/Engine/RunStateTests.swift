import Testing
import Tidings
import TidingsCore

@Suite("The runs of a publisher that starts with its first subscriber")
struct RunStateTests {
  private func expect(
    _ step: RunState.Step, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let description =
      switch step {
      case .idle: "idle"
      case .interrupt: "interrupt"
      case .start(let run): "start \(run)"
      case .stop: "stop"
      case .retire: "retire"
      }
    #expect(description == expected, sourceLocation: sourceLocation)
  }

  @Test func `a run is started when it is requested, and stopped when it is no longer requested`() {
    var runs = RunState()
    runs.want()
    expect(runs.enter(), is: "start 1")
    expect(runs.started(.ended), is: "idle")
    runs.unwant()
    expect(runs.enter(), is: "stop")
    expect(runs.next(), is: "idle")
  }

  @Test func `a second thread leaves starting and stopping to the first, which runs until the states match`() {
    var runs = RunState()
    runs.want()
    expect(runs.enter(), is: "start 1")
    runs.unwant()
    expect(runs.enter(), is: "idle")
    runs.starting(.ended)
    expect(runs.enter(), is: "interrupt")
    runs.want()
    expect(runs.enter(), is: "interrupt")
    expect(runs.started(.ended), is: "stop")
    expect(runs.next(), is: "start 2")
    expect(runs.started(.ended), is: "idle")
  }

  @Test func `a run is not started if it is no longer requested when it is due`() {
    var runs = RunState()
    runs.want()
    runs.unwant()
    expect(runs.enter(), is: "idle")
  }

  @Test func `a completed run is retired, not stopped`() {
    var runs = RunState()
    runs.want()
    expect(runs.enter(), is: "start 1")
    runs.starting(.ended)
    runs.complete()
    expect(runs.enter(), is: "idle")
    expect(runs.started(.ended), is: "retire")
    expect(runs.next(), is: "idle")
  }
}
