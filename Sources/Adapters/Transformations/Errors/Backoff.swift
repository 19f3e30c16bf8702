import TidingsCore

/// The delays before retries.
///
///     connection.messages.retry(8, backoff: .exponential(initial: .milliseconds(100), maximum: .seconds(30)),
///       scheduler: queue)
///
///     .constant(1 s):              1    1    1    1    1
///     .linear(1 s, 2 s):           1    3    5    7    9
///     .exponential(1 s, max 6 s):  1    2    4    6    6
///
/// If many clients lose a server at the same time, ``jittered(_:)`` with ``Jitter/full`` spreads their retries. The
/// kinds of jitter are those of Marc Brooker, *Exponential Backoff And Jitter*, AWS Architecture Blog, 2015.
public struct Backoff: Sendable, Equatable {
  /// The random variation of delays, so that clients do not retry at the same time.
  public enum Jitter: Sendable, Equatable {
    /// No variation.
    case none
    /// Between zero and the delay.
    case full
    /// Between half of the delay and the delay.
    case equal
    /// At most this fraction (from zero to one) less or more than the delay. For example, 0.1 means 90 to 110 percent.
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
  ///   - initial: The delay before the first retry. Zero or less means as soon as possible.
  ///   - increment: The difference between two delays, zero or more.
  ///   - maximum: The longest delay. The default is no limit.
  public static func linear(initial: Duration, increment: Duration, maximum: Duration? = nil) -> Backoff {
    guard increment >= .zero else {
      fatalError("linear(initial:increment:maximum:) takes an increment of zero or more, not \(increment)")
    }
    return Backoff(initial: initial, growth: .linear(by: increment), maximum: maximum)
  }

  /// A delay that is multiplied with each retry.
  ///
  /// - Parameters:
  ///   - initial: The delay before the first retry. Zero or less means that all delays are zero.
  ///   - factor: The factor between two delays, one or more.
  ///   - maximum: The longest delay. The default is no limit.
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

  /// Returns these delays with a random variation, none of which exceeds the maximum.
  public func jittered(_ jitter: Jitter) -> Backoff {
    if case .fraction(let fraction) = jitter, !(0...1).contains(fraction) {
      fatalError("jittered(_:) takes a fraction from zero to one, not \(fraction)")
    }
    var jittered = self
    jittered.jitter = jitter
    return jittered
  }

  /// Returns the delay before a retry.
  ///
  /// - Parameters:
  ///   - number: The number of the retry, from 1.
  ///   - generator: The generator for jitter.
  /// - Returns: A duration of zero or more. On overflow, the longest duration, which means never.
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

  /// Returns zero for zero, and the longest duration on overflow.
  fileprivate func saturatingMultiplied(by factor: Double) -> Duration {
    guard self > .zero else { return .zero }
    let product = Double(attoseconds) * factor
    return product < Double(Int128.max) ? Duration(attoseconds: Int128(product)) : .longest
  }
}

extension Double {
  /// Uses squaring, because the number of retries can be large.
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
