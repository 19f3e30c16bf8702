import TransferSide

/// Rows that are measured in turns, and compared with each other.
struct Contest {
  enum Unit: String {
    case seconds = "s"
    case milliseconds = "ms"
  }

  struct Reference {
    let header: String
    /// The name of the row that others are compared with.
    let row: String
  }

  let title: String
  var unit = Unit.seconds
  /// Nil for as many as the options say.
  var rounds: Int?
  var references: [Reference] = []
  var rows: [TransferRow]
}

/// One thing that is measured.
struct TransferRow {
  enum Work {
    case chore(Chore)
    case curl(Curl)
  }

  let name: String
  let work: Work
  /// The most that is good enough, by the header of the reference.
  var ratioBars: [String: Double] = [:]
  /// In the unit of the contest.
  var medianBar: Double?
  /// In MiB.
  var peakBar: Double?

  init(_ name: String, _ chore: Chore, bars: [String: Double] = [:], median: Double? = nil, peak: Double? = nil) {
    self.name = name
    work = .chore(chore)
    ratioBars = bars
    medianBar = median
    peakBar = peak
  }

  init(_ name: String, _ curl: Curl) {
    self.name = name
    work = .curl(curl)
  }
}
