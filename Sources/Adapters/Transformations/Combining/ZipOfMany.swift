public import TidingsCore

extension Publisher {
  /// As ``zip(_:)``, of three sources.
  public func zip<Second: Publisher, Third: Publisher>(
    _ second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erasing(self, second, third).zipped().map(taking { ($0, $1, $2) })
  }

  /// As ``zip(_:)``, of four sources.
  public func zip<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erasing(self, second, third, fourth).zipped().map(taking { ($0, $1, $2, $3) })
  }

  /// As ``zip(_:)``, of five sources.
  public func zip<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    erasing(self, second, third, fourth, fifth).zipped().map(taking { ($0, $1, $2, $3, $4) })
  }

  /// As ``zip(_:)``, of six sources.
  public func zip<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher>(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    erasing(self, second, third, fourth, fifth, sixth).zipped().map(taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As ``zip(_:)``, of seven sources.
  public func zip<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)> {
    erasing(self, second, third, fourth, fifth, sixth, seventh).zipped().map(taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As ``zip(_:)``, of eight sources.
  public func zip<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher,
    Eighth: Publisher
  >(
    _ second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> Broadcaster<
    (Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update, Eighth.Update)
  > {
    erasing(self, second, third, fourth, fifth, sixth, seventh, eighth).zipped().map(
      taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
