import Testing
import Tidings
import TidingsCore

@Suite("The runs of something that starts with its first subscriber")
struct RunStateTests {
  private func expect(
    _ step: RunState.Step, is expected: String, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let description =
      switch step {
      case .idle: "idle"
      case .tell: "tell"
      case .start(let run): "start \(run)"
      case .stop(let run, _): "stop \(run)"
      case .retire(let run, _): "retire \(run)"
      }
    #expect(description == expected, sourceLocation: sourceLocation)
  }

  @Test
  func `a source that is driven from outside has one run for good`() {
    var runs = RunState(startsWithFirst: false)
    #expect(runs.wanted == .standing)
    let needsHooks = (runs.want(), runs.unwant())
    #expect(needsHooks == (false, false))
    #expect(runs.wanted == .standing)
  }

  @Test
  func `a run is started, and stopped when it is no longer wanted`() {
    var runs = RunState(startsWithFirst: true)
    _ = runs.want()
    expect(runs.enter(), is: "start 1")
    expect(runs.started(.ended), is: "idle")
    _ = runs.unwant()
    expect(runs.enter(), is: "stop 1")
    expect(runs.next(), is: "idle")
  }

  @Test
  func `a second thread leaves the hooks to the first, which goes on until nothing is left to do`() {
    var runs = RunState(startsWithFirst: true)
    _ = runs.want()
    expect(runs.enter(), is: "start 1")
    _ = runs.unwant()
    expect(runs.enter(), is: "idle")
    _ = runs.want()
    expect(runs.enter(), is: "idle")
    expect(runs.started(.ended), is: "stop 1")
    expect(runs.next(), is: "start 2")
    expect(runs.started(.ended), is: "idle")
  }

  @Test
  func `a run that is no longer wanted when its turn comes is not started`() {
    var runs = RunState(startsWithFirst: true)
    _ = runs.want()
    _ = runs.unwant()
    expect(runs.enter(), is: "idle")
  }

  @Test
  func `a completed run is retired, not stopped`() {
    var runs = RunState(startsWithFirst: true)
    _ = runs.want()
    expect(runs.enter(), is: "start 1")
    _ = runs.complete()
    expect(runs.started(.ended), is: "retire 1")
    expect(runs.next(), is: "idle")
  }

  @Test
  func `observers are told before each look at the hooks, also when another thread has them`() {
    var runs = RunState(startsWithFirst: true)
    let watch = RunWatch()
    #expect(runs.add(watch) === watch)
    #expect(runs.add(RunWatch()) === watch)
    _ = runs.want()
    expect(runs.enter(), is: "tell")
    expect(runs.enterHooks(), is: "start 1")
    _ = runs.unwant()
    expect(runs.enter(), is: "tell")
    expect(runs.enterHooks(), is: "idle")
    expect(runs.started(.ended), is: "stop 1")
    expect(runs.next(), is: "idle")
  }
}
