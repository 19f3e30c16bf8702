import TidingsCore

/// How long to wait before each retry.
///
///     connection.messages.retry(8, backoff: .exponential(initial: .milliseconds(100), maximum: .seconds(30)),
///       scheduler: queue)
///
///     .constant(1 s):              1    1    1    1    1
///     .linear(1 s, 2 s):           1    3    5    7    9
///     .exponential(1 s, max 6 s):  1    2    4    6    6
///
/// When many clients have lost the same server at the same time, they should not all be back at the same time, and again
/// at the next: ``jittered(_:)`` with ``Jitter/full`` spreads them. The kinds of jitter are those of Marc Brooker,
/// *Exponential Backoff And Jitter*, AWS Architecture Blog, 2015, where full jitter was found to need the fewest calls.
public struct Backoff: Sendable, Equatable {
  /// How chance changes a delay, so that those who failed together do not try again together.
  public enum Jitter: Sendable, Equatable {
    /// The delay as it is.
    case none
    /// Anything between zero and the delay.
    case full
    /// Half of the delay, and anything up to the other half.
    case equal
    /// Up to this fraction less or more than the delay, from zero to one: with 0.1 between 90 and 110 percent of it.
    case fraction(Double)
  }

  private enum Growth: Sendable, Equatable {
    case linear(by: Duration)
    case exponential(factor: Double)
  }

  private let initial: Duration
  private let growth: Growth
  private let maximum: Duration
  private var jitter = Jitter.none

  /// The same delay before each retry.
  ///
  /// - Parameter delay: Zero or less means as soon as possible.
  public static func constant(_ delay: Duration) -> Backoff {
    Backoff(initial: delay, growth: .linear(by: .zero), maximum: nil)
  }

  /// A delay that grows by the same amount with each retry.
  ///
  /// - Parameters:
  ///   - initial: The delay before the first retry; zero or less means as soon as possible.
  ///   - increment: How much longer each delay is than the one before; zero or more.
  ///   - maximum: The longest delay; by default there is none.
  public static func linear(initial: Duration, increment: Duration, maximum: Duration? = nil) -> Backoff {
    guard increment >= .zero else {
      fatalError("linear(initial:increment:maximum:) takes an increment of zero or more, not \(increment)")
    }
    return Backoff(initial: initial, growth: .linear(by: increment), maximum: maximum)
  }

  /// A delay that is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - initial: The delay before the first retry; zero or less means as soon as possible, always.
  ///   - factor: How many times as long each delay is as the one before; one or more.
  ///   - maximum: The longest delay; by default there is none.
  public static func exponential(initial: Duration, factor: Double = 2, maximum: Duration? = nil) -> Backoff {
    guard factor >= 1 else {
      fatalError("exponential(initial:factor:maximum:) takes a factor of one or more, not \(factor)")
    }
    return Backoff(initial: initial, growth: .exponential(factor: factor), maximum: maximum)
  }

  private init(initial: Duration, growth: Growth, maximum: Duration?) {
    self.initial = max(initial, .zero)
    self.growth = growth
    self.maximum = max(maximum ?? .longest, .zero)
  }

  /// The same with delays that chance changes, none of which is longer than the maximum.
  public func jittered(_ jitter: Jitter) -> Backoff {
    if case .fraction(let fraction) = jitter, !(0...1).contains(fraction) {
      fatalError("jittered(_:) takes a fraction from zero to one, not \(fraction)")
    }
    var jittered = self
    jittered.jitter = jitter
    return jittered
  }

  /// How long to wait.
  ///
  /// - Parameters:
  ///   - number: Which retry it is, counted from one.
  ///   - generator: Where chance comes from, if there is jitter.
  /// - Returns: Zero or more. What would be too long for a duration is the longest one, which means never.
  public func delay(beforeRetry number: Int, using generator: inout some RandomNumberGenerator) -> Duration {
    guard number >= 1 else { fatalError("delay(beforeRetry:using:) counts from 1, not \(number)") }
    let delay = min(grown(number - 1), maximum)
    switch jitter {
    case .none:
      return delay
    case .full:
      return .random(in: .zero...delay, using: &generator)
    case .equal:
      return .random(in: delay / 2...delay, using: &generator)
    case .fraction(let fraction):
      let spread = delay.saturatingMultiplied(by: fraction)
      return .random(in: delay - spread...min(delay.saturatingAdding(spread), maximum), using: &generator)
    }
  }

  private func grown(_ times: Int) -> Duration {
    switch growth {
    case .linear(let increment):
      let (growth, isOverflow) = increment.attoseconds.multipliedReportingOverflow(by: Int128(times))
      return isOverflow ? .longest : initial.saturatingAdding(Duration(attoseconds: growth))
    case .exponential(let factor):
      return initial.saturatingMultiplied(by: factor.power(times))
    }
  }
}

extension Duration {
  fileprivate static func random(in range: ClosedRange<Duration>, using generator: inout some RandomNumberGenerator)
    -> Duration
  {
    Duration(
      attoseconds: .random(in: range.lowerBound.attoseconds...range.upperBound.attoseconds, using: &generator))
  }

  /// Zero times anything is zero; what is too long is the longest duration.
  fileprivate func saturatingMultiplied(by factor: Double) -> Duration {
    guard self > .zero else { return .zero }
    let product = Double(attoseconds) * factor
    return product < Double(Int128.max) ? Duration(attoseconds: Int128(product)) : .longest
  }
}

extension Double {
  /// By squaring: there may be very many retries.
  fileprivate func power(_ exponent: Int) -> Double {
    var result = 1.0
    var square = self
    var rest = exponent
    while rest > 0 {
      if rest & 1 == 1 { result *= square }
      square *= square
      rest >>= 1
    }
    return result
  }
}
