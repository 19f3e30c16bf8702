/// What a graph of operators is made of.
indirect enum Spec: Sendable, CustomStringConvertible {
  case root(Int)
  /// The latest of two properties, as a value.
  case valuePair(Int, Int)
  /// The property that a property chooses, as a value.
  case valueSwitch(Int)
  /// One of the graphs that have one run for all of their subscribers.
  case shared(Int)
  case map(Spec)
  case filter(Spec)
  case scan(Spec)
  case removeDuplicates(Spec)
  case prefix(Int, Spec)
  case publishedValue(Spec)
  /// Each update chooses the root that is followed.
  case flatMapLatest(Spec)
  case switchToLatest(Spec)
  case merge(Spec, Spec)
  case combineLatest(Spec, Spec)
  case zip(Spec, Spec)

  static func random(depth: Int, sharing: Bool, using random: inout SplitMix64) -> Spec {
    guard depth > 0, Int.random(in: 0..<5, using: &random) > 0 else { return leaf(sharing: sharing, using: &random) }
    func next() -> Spec { .random(depth: depth - 1, sharing: sharing, using: &random) }
    return switch Int.random(in: 0..<13, using: &random) {
    case 0...1: .map(next())
    case 2...3: .filter(next())
    case 4: .scan(next())
    case 5: .removeDuplicates(next())
    case 6: .prefix(Int.random(in: 1...40, using: &random), next())
    case 7: .publishedValue(next())
    case 8: .flatMapLatest(next())
    case 9: .switchToLatest(next())
    case 10: .merge(next(), next())
    case 11: .combineLatest(next(), next())
    default: .zip(next(), next())
    }
  }

  private static func leaf(sharing: Bool, using random: inout SplitMix64) -> Spec {
    switch Int.random(in: 0..<10, using: &random) {
    case 0 where sharing, 1 where sharing: .shared(Int.random(in: 0..<Roots.sharedCount, using: &random))
    case 2: .valuePair(Roots.properties.lowerBound, Roots.properties.upperBound - 1)
    case 3: .valueSwitch(Roots.properties.lowerBound)
    default: .root(Int.random(in: 0..<Roots.count, using: &random))
    }
  }

  /// Whether a subscriber has an update before it has its subscription.
  var startsAtOnce: Bool {
    switch self {
    case .root(let index): Roots.properties.contains(index)
    case .valuePair, .valueSwitch, .publishedValue: true
    case .map(let spec), .scan(let spec), .removeDuplicates(let spec), .prefix(_, let spec): spec.startsAtOnce
    // What combines events may find another thread at work, which then delivers.
    case .combineLatest, .zip, .merge: false
    case .shared, .filter, .flatMapLatest, .switchToLatest: false
    }
  }

  var description: String {
    switch self {
    case .root(let index): Roots.name(of: index)
    case .valuePair(let one, let other): "values(\(Roots.name(of: one)), \(Roots.name(of: other)))"
    case .valueSwitch(let index): "\(Roots.name(of: index)).followedValue"
    case .shared(let index): "shared\(index)"
    case .map(let spec): "\(spec).map"
    case .filter(let spec): "\(spec).filter"
    case .scan(let spec): "\(spec).scan"
    case .removeDuplicates(let spec): "\(spec).removeDuplicates"
    case .prefix(let count, let spec): "\(spec).prefix(\(count))"
    case .publishedValue(let spec): "\(spec).publishedValue"
    case .flatMapLatest(let spec): "\(spec).flatMapLatest"
    case .switchToLatest(let spec): "\(spec).switchToLatest"
    case .merge(let one, let other): "merge(\(one), \(other))"
    case .combineLatest(let one, let other): "combineLatest(\(one), \(other))"
    case .zip(let one, let other): "zip(\(one), \(other))"
    }
  }

  /// What the operators do to a value; the same when they run and when their histories are checked.
  static func mapped(_ value: Int) -> Int { (value &* 7 &+ 3) & 0xFFFF }
  static func isKept(_ value: Int) -> Bool { value % 3 != 0 }
  static func summed(_ sum: Int, _ value: Int) -> Int { (sum &* 31 &+ value) & 0xFFFF }
  static func areSame(_ one: Int, _ other: Int) -> Bool { one % 4 == other % 4 }
  static func followed(by value: Int) -> Int { value % Roots.count }
  static func followedProperty(by value: Int) -> Int {
    Roots.properties.lowerBound + value % Roots.properties.count
  }
}
