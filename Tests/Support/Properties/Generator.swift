/// Generates random cases, and simplifies a case that has failed.
public struct Generator<Case: Sendable>: Sendable {
  let make: @Sendable (inout SplitMix64) -> Case
  /// Cases that are simpler than the given one, the simplest first.
  let simpler: @Sendable (Case) -> [Case]

  public init(
    _ make: @escaping @Sendable (inout SplitMix64) -> Case,
    simpler: @escaping @Sendable (Case) -> [Case] = { _ in [] }
  ) {
    self.make = make
    self.simpler = simpler
  }

  /// Pairs of cases that are generated and simplified independently.
  public func and<Other: Sendable>(_ other: Generator<Other>) -> Generator<(Case, Other)> {
    Generator<(Case, Other)>({ (make(&$0), other.make(&$0)) }) { first, second in
      simpler(first).map { ($0, second) } + other.simpler(second).map { (first, $0) }
    }
  }

  /// Lists of at most this many cases.
  public func list(upTo count: Int) -> Generator<[Case]> {
    Generator<[Case]>({ random in
      let length = Int.random(in: 0...count, using: &random)
      return (0..<length).map { _ in make(&random) }
    }) { list in
      withoutChunks(list) + withSimplerElements(list)
    }
  }

  private func withSimplerElements(_ list: [Case]) -> [[Case]] {
    list.indices.flatMap { index in
      simpler(list[index]).map { element in
        var changed = list
        changed[index] = element
        return changed
      }
    }
  }
}

/// The lists without one half, one quarter and so on down to single elements.
private func withoutChunks<Element>(_ list: [Element]) -> [[Element]] {
  var shorter: [[Element]] = []
  var size = list.count
  while size > 0 {
    for start in stride(from: 0, to: list.count, by: size) {
      shorter.append(Array(list[..<start] + list[min(start + size, list.count)...]))
    }
    size /= 2
  }
  return shorter
}

extension Generator where Case == Int {
  /// Integers, which get simpler toward the lower bound, or toward zero if that is in the range.
  public static func integers(_ range: ClosedRange<Int>) -> Generator {
    let simplest = range.contains(0) ? 0 : range.lowerBound
    return Generator({ Int.random(in: range, using: &$0) }) { number in
      let distance = number - simplest
      guard distance != 0 else { return [] }
      return Set([simplest, simplest + distance / 2, number - distance.signum()]).sorted { abs($0) < abs($1) }
    }
  }
}
