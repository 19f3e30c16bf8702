/// What a marble diagram can tell apart.
enum MarbleToken<Value: Sendable & Equatable>: Sendable, Equatable {
  case value(Value)
  case failure
  case end
}

/// What was seen, and when, counted from the beginning of the picture.
struct MarbleSighting<Value: Sendable & Equatable>: Sendable, Equatable {
  let time: Duration
  let token: MarbleToken<Value>
}

/// Makes pictures of sightings, and sightings of pictures.
struct MarbleArtist<Value: Sendable & Equatable>: Sendable {
  let frame: Duration
  /// What a letter stands for; nil when it is not in the dictionary.
  let value: @Sendable (Character) -> Value?
  /// The letters that have a meaning, for drawing.
  let letters: [Character]
  /// Whether a failure is the end, as of a task, and not drawn apart.
  var failureEnds = false

  /// What a picture shows.
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

  /// A picture of what was seen, and a legend for values that no letter was given for; or a list, where that
  /// cannot be drawn: things happened between two frames, or too close to each other.
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

/// A picture has a letter that stands for nothing.
struct UnknownLetter: Error {
  let letter: Character
}
