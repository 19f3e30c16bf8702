package import Harness
import Observation

/// Observation's `withObservationTracking`. What it tracks it reports once, so each change includes tracking again.
package let observing = Peer("Observation") { row in
  switch row {
  case .setUnobserved: { setChanged(observers: 0, sink: $0) }
  case .setChanged: { setChanged(observers: 1, sink: $0) }
  case .setChanged10: { setChanged(observers: 10, sink: $0) }
  case .setEqual: { setEqual(sink: $0) }
  case .subscribe: { track(sink: $0) }
  default: nil
  }
} object: { object in
  object == .property ? keeping { _ in Model() } : nil
}

@Observable
private final class Model {
  var value = -1

  /// The closure is called before the value changes, and cannot know the new one.
  func track(offset: Int, sink: Sink) {
    withObservationTracking {
      _ = value
    } onChange: {
      sink.receive(offset)
    }
  }
}

private func setChanged(observers: Int, sink: Sink) -> Batch {
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

private func setEqual(sink: Sink) -> Batch {
  let model = Model()
  model.track(offset: 0, sink: sink)
  return { operations in
    for _ in 0..<operations { model.value = -1 }
  }
}

private func track(sink: Sink) -> Batch {
  let model = Model()
  return { operations in
    for offset in 0..<operations { model.track(offset: offset, sink: sink) }
  }
}
