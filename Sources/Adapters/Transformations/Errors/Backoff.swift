import TidingsCore

/// The delays before retries.
///
///     connection.messages.retry(8, backoff: .exponential(initial: .milliseconds(100), maximum: .seconds(30)),
///       scheduler: queue)
///
///     .constant(1 s):              1    1    1    1    1
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
  }

  private let initial: Duration
  private let factor: Double
  private let maximum: Duration
  private var jitter = Jitter.none

  private init(initial: Duration, factor: Double, maximum: Duration) {
    self.initial = max(initial, .zero)
    self.factor = factor
    self.maximum = max(maximum, .zero)
  }

  /// The same delay before each retry. Zero or less means as soon as possible.
  public static func constant(_ delay: Duration) -> Backoff { Backoff(initial: delay, factor: 1, maximum: .longest) }

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
    return Backoff(initial: initial, factor: factor, maximum: maximum ?? .longest)
  }

  /// Returns these delays with a random variation. None of them is longer than without it.
  public func jittered(_ jitter: Jitter) -> Backoff {
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
    let delay = min(initial.saturatingMultiplied(by: factor.power(number - 1)), maximum)
    return switch jitter {
    case .none: delay
    case .equal: delay * .random(in: 0.5..<1, using: &generator)
    case .full: delay * .random(in: 0..<1, using: &generator)
    }
  }

  @usableFromInline package func delay(beforeRetry number: Int) -> Duration {
    // An existential: the thread sanitizer crashes if a variable without a size is passed as `inout`.
    var generator: any RandomNumberGenerator = SystemRandomNumberGenerator()
    return delay(beforeRetry: number, using: &generator)
  }
}

extension Duration {
  fileprivate func saturatingMultiplied(by factor: Double) -> Duration {
    guard self > .zero, factor > 1 else { return self }
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
