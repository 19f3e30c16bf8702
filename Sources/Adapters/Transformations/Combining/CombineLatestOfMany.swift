public import TidingsCore

// One face for each number: with a parameter pack a sum of four parts in the closure of a `map` takes the compiler
// 300 ms instead of 5, and one of eight is too much for it. The rule behind the faces is one.

extension Publisher {
  /// As ``Publisher/combineLatest(_:)``, of three sources.
  public func combineLatest<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erasing(self, second, third).combinedLatest().map(taking { ($0, $1, $2) })
  }

  /// As ``Publisher/combineLatest(_:)``, of four sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasing(self, second, third, fourth).combinedLatest().map(taking { ($0, $1, $2, $3) })
  }

  /// As ``Publisher/combineLatest(_:)``, of five sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    erasing(self, second, third, fourth, fifth).combinedLatest().map(taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``Publisher/combineLatest(_:)``, of six sources.
  public func combineLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    erasing(self, second, third, fourth, fifth, sixth).combinedLatest().map(taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``Publisher/combineLatest(_:)``, of seven sources.
  public func combineLatest<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)> {
    erasing(self, second, third, fourth, fifth, sixth, seventh).combinedLatest().map(
      taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``Publisher/combineLatest(_:)``, of eight sources.
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

extension ValuePublisher {
  /// As ``ValuePublisher/combineLatest(_:)``, of three values.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher>(
    _ second: Second, _ third: Third
  ) -> PublishedValue<(Update, Second.Update, Third.Update)> {
    erasingValues(self, second, third).combinedLatest().made(by: taking { ($0, $1, $2) })
  }

  /// As ``ValuePublisher/combineLatest(_:)``, of four values.
  public func combineLatest<Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasingValues(self, second, third, fourth).combinedLatest().made(by: taking { ($0, $1, $2, $3) })
  }

  /// As ``ValuePublisher/combineLatest(_:)``, of five values.
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    erasingValues(self, second, third, fourth, fifth).combinedLatest().made(by: taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``ValuePublisher/combineLatest(_:)``, of six values.
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    erasingValues(self, second, third, fourth, fifth, sixth).combinedLatest().made(
      by: taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``ValuePublisher/combineLatest(_:)``, of seven values.
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher,
    Seventh: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> PublishedValue<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)>
  {
    erasingValues(self, second, third, fourth, fifth, sixth, seventh).combinedLatest().made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``ValuePublisher/combineLatest(_:)``, of eight values.
  public func combineLatest<
    Second: ValuePublisher, Third: ValuePublisher, Fourth: ValuePublisher, Fifth: ValuePublisher, Sixth: ValuePublisher,
    Seventh: ValuePublisher, Eighth: ValuePublisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> PublishedValue<
    (Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update, Eighth.Update)
  > {
    erasingValues(self, second, third, fourth, fifth, sixth, seventh, eighth).combinedLatest().made(
      by: taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
