package import Harness
import Observation

/// Observation's `withObservationTracking`. It reports one change, so each change includes the cost of tracking again.
package let observing = Side("Observation") { row in
  switch row {
  case .setChanged(let observers): { setChanged(observers: observers, $0) }
  case .setEqual: { setEqual($0) }
  case .subscribe: { track($0) }
  case .object(.property): { _ in keeping { _ in Model() } }
  default: nil
  }
}

@Observable
private final class Model {
  var value = -1

  /// Observes one change. The closure is called before the value changes, so it does not know the new one.
  func track(offset: Int, sink: Sink) {
    withObservationTracking {
      _ = value
    } onChange: {
      sink.receive(offset)
    }
  }
}

private func setChanged(observers: Int, _ sink: Sink) -> Batch {
  let model = Model()
  var value = 0
  return { operations in
    for _ in 0..<operations {
      for offset in 0..<observers { model.track(offset: offset, sink: sink) }
      model.value = value
      value += 1
    }
  }
}

private func setEqual(_ sink: Sink) -> Batch {
  let model = Model()
  model.track(offset: 0, sink: sink)
  return { operations in
    for _ in 0..<operations {
      model.value = -1
      // Without it, the optimiser removes the loop.
      keep(model)
    }
  }
}

private func track(_ sink: Sink) -> Batch {
  let model = Model()
  return { operations in
    for offset in 0..<operations { model.track(offset: offset, sink: sink) }
  }
}
