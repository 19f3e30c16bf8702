/// What the roots of a round have really sent, in what order: as one saw it who was there from the start to the end.
struct History {
  /// The origins' numbers, in order, by root.
  let numbers: [[Int]]
  /// Where each number stands; nil if it was dropped.
  private let places: [[Int?]]
  let publications: [[Roots.Publication]]

  init(_ roots: Roots, witnesses: [Graph]) {
    let publications = (0..<Roots.count).map { roots.publications(on: $0) }
    let numbers = witnesses.map { $0.edge.entries.map(\.first.number) }
    places = zip(numbers, publications).map { numbers, publications in
      var places = [Int?](repeating: nil, count: publications.count)
      for (place, number) in numbers.enumerated() { places[number] = place }
      return places
    }
    self.numbers = numbers
    self.publications = publications
  }

  func place(of origin: Origin) -> Int? {
    places[root(of: origin)][origin.number]
  }

  func root(of origin: Origin) -> Int {
    -1 - origin.edge
  }

  /// The publish call of the update at a place.
  func publication(_ root: Int, at place: Int) -> Roots.Publication {
    publications[root][numbers[root][place]]
  }

  /// The place of the first update that was published when a subscriber had joined for certain.
  func firstPlace(_ root: Int, after time: Int) -> Int? {
    guard time < Int.max else { return nil }
    return numbers[root].firstIndex { publications[root][$0].called > time }
  }

  /// Each sent once, and all that were published before the end.
  func check(_ roots: Roots, _ faults: Faults) {
    for root in 0..<Roots.count {
      let name = Roots.name(of: root)
      if Set(numbers[root]).count != numbers[root].count { faults.report("P4: \(name) sent an update twice") }
      let finished = roots.finished(root)
      for (number, publication) in publications[root].enumerated()
      where places[root][number] == nil && publication.returned < finished {
        faults.report("P6: \(name) lost update \(number)")
      }
      // Whoever had published before another began comes first.
      var latestCall = 0
      for number in numbers[root] {
        if publications[root][number].returned < latestCall { faults.report("P4: \(name) sent \(number) too late") }
        latestCall = max(latestCall, publications[root][number].called)
      }
    }
  }
}
