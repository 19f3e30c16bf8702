public import TidingsCore

// One face for each number: with a parameter pack a sum of four parts in the closure of a `map` takes the compiler
// 300 ms instead of 5, and one of eight is too much for it. The rule behind the faces is one.

extension Publisher {
  /// As ``combineLatest(_:)``, of three sources.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erasing(self, second, third).combinedLatest().map(taking { ($0, $1, $2) })
  }

  /// As ``combineLatest(_:)``, of four sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasing(self, second, third, fourth).combinedLatest().map(taking { ($0, $1, $2, $3) })
  }

  /// As ``combineLatest(_:)``, of five sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    erasing(self, second, third, fourth, fifth).combinedLatest().map(taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``combineLatest(_:)``, of six sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    erasing(self, second, third, fourth, fifth, sixth).combinedLatest().map(taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``combineLatest(_:)``, of seven sources.
  public func combineLatest<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)> {
    erasing(self, second, third, fourth, fifth, sixth, seventh).combinedLatest().map(
      taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``combineLatest(_:)``, of eight sources.
  public func combineLatest<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher,
    Eighth: Publisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> Broadcaster<
    (Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update, Eighth.Update)
  > {
    erasing(self, second, third, fourth, fifth, sixth, seventh, eighth).combinedLatest().map(
      taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}

extension PublishedValue {
  /// As ``combineLatest(_:)``, of three values.
  public func combineLatest<Second: Sendable, Third: Sendable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>
  ) -> PublishedValue<(Value, Second, Third)> {
    erasing(self, second, third).combinedLatest().made(by: taking { ($0, $1, $2) })
  }

  /// As ``combineLatest(_:)``, of four values.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ fourth: PublishedValue<Fourth>
  ) -> PublishedValue<(Value, Second, Third, Fourth)> {
    erasing(self, second, third, fourth).combinedLatest().made(by: taking { ($0, $1, $2, $3) })
  }

  /// As ``combineLatest(_:)``, of five values.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ fourth: PublishedValue<Fourth>,
    _ fifth: PublishedValue<Fifth>
  ) -> PublishedValue<(Value, Second, Third, Fourth, Fifth)> {
    erasing(self, second, third, fourth, fifth).combinedLatest().made(by: taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``combineLatest(_:)``, of six values.
  public func combineLatest<Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable>(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ fourth: PublishedValue<Fourth>,
    _ fifth: PublishedValue<Fifth>, _ sixth: PublishedValue<Sixth>
  ) -> PublishedValue<(Value, Second, Third, Fourth, Fifth, Sixth)> {
    erasing(self, second, third, fourth, fifth, sixth).combinedLatest().made(by: taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``combineLatest(_:)``, of seven values.
  public func combineLatest<
    Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable, Seventh: Sendable
  >(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ fourth: PublishedValue<Fourth>,
    _ fifth: PublishedValue<Fifth>, _ sixth: PublishedValue<Sixth>, _ seventh: PublishedValue<Seventh>
  ) -> PublishedValue<(Value, Second, Third, Fourth, Fifth, Sixth, Seventh)> {
    erasing(self, second, third, fourth, fifth, sixth, seventh).combinedLatest().made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``combineLatest(_:)``, of eight values.
  public func combineLatest<
    Second: Sendable, Third: Sendable, Fourth: Sendable, Fifth: Sendable, Sixth: Sendable, Seventh: Sendable,
    Eighth: Sendable
  >(
    _ second: PublishedValue<Second>, _ third: PublishedValue<Third>, _ fourth: PublishedValue<Fourth>,
    _ fifth: PublishedValue<Fifth>, _ sixth: PublishedValue<Sixth>, _ seventh: PublishedValue<Seventh>,
    _ eighth: PublishedValue<Eighth>
  ) -> PublishedValue<(Value, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth)> {
    erasing(self, second, third, fourth, fifth, sixth, seventh, eighth).combinedLatest().made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
