/// The marks of a marble diagram.
enum MarbleToken<Value: Sendable & Equatable>: Sendable, Equatable {
  case value(Value)
  case failure
  case end
}

/// A mark and its time since the beginning of the diagram.
struct MarbleSighting<Value: Sendable & Equatable>: Sendable, Equatable {
  let time: Duration
  let token: MarbleToken<Value>
}

/// Converts marks to diagrams, and diagrams to marks.
struct MarbleArtist<Value: Sendable & Equatable>: Sendable {
  let frame: Duration
  /// Returns the value of a letter, or nil if it has none.
  let value: @Sendable (Character) -> Value?
  /// The letters with a value.
  let letters: [Character]
  /// Whether a failure is also the end, as for a task.
  var failureEnds = false

  /// Returns the marks of a diagram.
  func sightings(of diagram: MarbleDiagram) throws(UnknownLetter) -> [MarbleSighting<Value>] {
    var sightings: [MarbleSighting<Value>] = []
    for entry in diagram.entries {
      let token: MarbleToken<Value>
      switch entry.mark {
      case .update(let letter):
        guard let value = value(letter) else { throw UnknownLetter(letter: letter) }
        token = .value(value)
      case .failure: token = .failure
      case .end: token = .end
      case .subscribed, .unsubscribed: continue
      }
      sightings.append(MarbleSighting(time: frame * entry.frame, token: token))
      if token == .failure, failureEnds { sightings.append(MarbleSighting(time: frame * entry.frame, token: .end)) }
    }
    return sightings
  }

  /// Returns a diagram of the marks with a legend for values without a letter.
  ///
  /// If the marks do not fit into frames, it returns a list.
  func draw(_ sightings: [MarbleSighting<Value>], length: Int) -> String {
    var legend: [(letter: Character, value: Value)] = []
    var picture = ""
    for group in groups(of: sightings.filter { !failureEnds || $0.token != .end || !sightings.contains(failureAt($0)) })
    {
      let frameNumber = Int(group[0].time / frame)
      guard frame * frameNumber == group[0].time, frameNumber >= picture.count else { return list(sightings) }
      picture += String(repeating: "-", count: frameNumber - picture.count)
      let marks = String(group.compactMap { mark(for: $0.token, &legend) })
      guard marks.count == group.count else { return list(sightings) }
      picture += group.count == 1 ? marks : "(\(marks))"
    }
    picture += String(repeating: "-", count: max(0, length - picture.count))
    return ([picture] + legend.map { "\($0.letter) = \($0.value)" }).joined(separator: "\n            ")
  }

  private func failureAt(_ end: MarbleSighting<Value>) -> MarbleSighting<Value> {
    MarbleSighting(time: end.time, token: .failure)
  }

  private func groups(of sightings: [MarbleSighting<Value>]) -> [[MarbleSighting<Value>]] {
    var groups: [[MarbleSighting<Value>]] = []
    for sighting in sightings {
      if groups.last?.first?.time == sighting.time {
        groups[groups.count - 1].append(sighting)
      } else {
        groups.append([sighting])
      }
    }
    return groups
  }

  private func mark(
    for token: MarbleToken<Value>, _ legend: inout [(letter: Character, value: Value)]
  ) -> Character? {
    switch token {
    case .failure: return "#"
    case .end: return "|"
    case .value(let seen):
      if let known = letters.first(where: { value($0) == seen }) { return known }
      if "\(seen)".count == 1, let itself = "\(seen)".first, value(itself) == seen { return itself }
      if let new = legend.first(where: { $0.value == seen }) { return new.letter }
      let free = "zyxwvutsrqponmlkjihgfedcbaZYXWVUTSRQPONMLKJIHGFEDCBA".first { letter in
        value(letter) == nil && !legend.contains { $0.letter == letter }
      }
      if let free { legend.append((free, seen)) }
      return free
    }
  }

  private func list(_ sightings: [MarbleSighting<Value>]) -> String {
    sightings.map { sighting in
      switch sighting.token {
      case .value(let value): "\(value) at \(sighting.time)"
      case .failure: "a failure at \(sighting.time)"
      case .end: "the end at \(sighting.time)"
      }
    }
    .joined(separator: "\n            ")
  }
}

/// A diagram has a letter without a value.
struct UnknownLetter: Error {
  let letter: Character
}
