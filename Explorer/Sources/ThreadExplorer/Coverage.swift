/// How often threads reached each place of the source, and how often one stood back there although it could have gone on.
///
/// A place that was reached and never preempted has been tried in one order only.
public struct Coverage: Sendable, Equatable {
  /// How often one place was reached, and how often a thread stood back there.
  public struct Count: Sendable, Equatable {
    /// How often threads came to the place.
    public var reached = 0
    /// How often a thread stood back there although it could have gone on.
    public var preempted = 0
  }

  /// The counts of each place.
  public private(set) var places: [SourcePlace: Count] = [:]

  /// Creates a coverage without places.
  public init() {}

  /// Adds the counts of another exploration.
  public mutating func merge(_ other: Coverage) {
    for (place, count) in other.places {
      places[place, default: Count()].reached += count.reached
      places[place, default: Count()].preempted += count.preempted
    }
  }

  /// Places that were reached, but where no thread ever stood back.
  public var neverPreempted: [SourcePlace] {
    sorted.filter { $0.value.preempted == 0 }.map(\.key)
  }

  mutating func add(_ execution: Execution) {
    for step in execution.steps {
      if let place = step.action.place { places[place, default: Count()].reached += 1 }
    }
    for preemption in execution.preemptions {
      if let place = preemption.action.place { places[place, default: Count()].preempted += 1 }
    }
  }

  private var sorted: [(key: SourcePlace, value: Count)] {
    places.sorted { ("\($0.key.fileID)", $0.key.line) < ("\($1.key.fileID)", $1.key.line) }
  }
}

extension Coverage: CustomStringConvertible {
  /// A table, one line a place.
  public var description: String {
    let rows = sorted.map { place, count in
      "\(Self.padded("\(count.reached)", 12))\(Self.padded("\(count.preempted)", 12))  \(place)"
    }
    return (["     reached   preempted  place"] + rows).joined(separator: "\n")
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
