public import TidingsCore

extension Publisher {
  /// As `withLatest(from:)` with one, of two others.
  public func withLatest<Second: Publisher, Third: Publisher>(
    from second: Second, _ third: Third
  ) -> Broadcaster<(Update, Second.Update, Third.Update)> {
    erased.withLatest(from: erasing(second, third)).map { [$0] + $1 }.map(taking { ($0, $1, $2) })
  }

  /// As `withLatest(from:)` with one, of three others.
  public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update)> {
    erased.withLatest(from: erasing(second, third, fourth)).map { [$0] + $1 }.map(taking { ($0, $1, $2, $3) })
  }

  /// As `withLatest(from:)` with one, of four others.
  public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update)> {
    erased.withLatest(from: erasing(second, third, fourth, fifth)).map { [$0] + $1 }.map(
      taking { ($0, $1, $2, $3, $4) })
  }

  /// As `withLatest(from:)` with one, of five others.
  public func withLatest<Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher>(
    from second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update)> {
    erased.withLatest(from: erasing(second, third, fourth, fifth, sixth)).map { [$0] + $1 }.map(
      taking { ($0, $1, $2, $3, $4, $5) })
  }

  /// As `withLatest(from:)` with one, of six others.
  public func withLatest<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher
  >(
    from second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh
  ) -> Broadcaster<(Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update)> {
    erased.withLatest(from: erasing(second, third, fourth, fifth, sixth, seventh)).map { [$0] + $1 }.map(
      taking { ($0, $1, $2, $3, $4, $5, $6) })
  }

  /// As `withLatest(from:)` with one, of seven others.
  public func withLatest<
    Second: Publisher, Third: Publisher, Fourth: Publisher, Fifth: Publisher, Sixth: Publisher, Seventh: Publisher,
    Eighth: Publisher
  >(
    from second: Second, _ third: Third, _ fourth: Fourth, _ fifth: Fifth, _ sixth: Sixth, _ seventh: Seventh,
    _ eighth: Eighth
  ) -> Broadcaster<
    (Update, Second.Update, Third.Update, Fourth.Update, Fifth.Update, Sixth.Update, Seventh.Update, Eighth.Update)
  > {
    erased.withLatest(from: erasing(second, third, fourth, fifth, sixth, seventh, eighth)).map { [$0] + $1 }.map(
      taking { ($0, $1, $2, $3, $4, $5, $6, $7) })
  }
}
