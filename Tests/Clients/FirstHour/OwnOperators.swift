import Tidings

extension Publisher where Update == Double {
  func movingAverage(of count: Int) -> Broadcaster<Double> {
    scanMap(into: [Double]()) { window, update in
      window.append(update)
      if window.count > count { window.removeFirst() }
      return window.reduce(0, +) / Double(window.count)
    }
  }
}

extension Publisher {
  func pairs() -> Broadcaster<(Update, Update)> {
    scanMap(into: nil as Update?) { waiting, update -> (Update, Update)? in
      if let first = waiting {
        waiting = nil
        return (first, update)
      }
      waiting = update
      return nil
    }
    .compactMap { $0 }
  }

  func mapNotNil<Wrapped: Sendable>() -> Broadcaster<Wrapped> where Update == Wrapped? {
    compactMap { $0 }
  }
}

extension ValuePublisher where Update == Bool {
  func negated() -> PublishedValue<Bool> {
    map { !$0 }
  }
}

func useOperators() {
  let degrees = BroadcastSource<Double>()
  let isOn = PublishedProperty(false)
  let average = degrees.movingAverage(of: 3).subscribe { print($0) }
  let pairs = degrees.pairs().subscribe { print($0 + $1) }
  let off = isOn.negated()
  degrees.send(1)
  print(off.value)
  average.invalidate()
  pairs.invalidate()
}
