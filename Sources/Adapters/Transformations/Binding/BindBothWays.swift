public import TidingsCore

extension PublishedProperty where Value: Equatable {
  /// Keeps this property and another equal, whichever of them is set.
  ///
  ///     settings.volume.bind(bothWaysWith: slider.position).store(in: subscriptions)
  ///
  /// At first the other takes the value of this one; after that each change of one sets the other. When both are set
  /// at once, by two threads, they settle on one of the two values. Neither is kept alive, and the subscription ends when
  /// either goes away. ReactiveSwift users know it as `<~>`.
  ///
  /// - Parameters:
  ///   - other: The other property.
  ///   - fileID: Named in the note on a dropped token.
  ///   - line: As `fileID`.
  public func bind(
    bothWaysWith other: PublishedProperty<Value>, fileID: StaticString = #fileID, line: UInt = #line
  ) -> Subscription {
    let changes = MultiInputOperator<BindingInput, Void>(
      from: { [weak self, weak other] inputs in
        guard let self, let other else { return inputs.put(.isGone) }
        inputs.connect(publishedValue, ended: .isGone) { _ in .change(of: .left) }
        inputs.connect(other.publishedValue, ended: .isGone) { _ in .change(of: .right) }
      }
    ) { [weak self, weak other] input, output in
      guard case .change(let side) = input, let self, let other else { return output.end() }
      // Tells the watch on the token, in debug builds, that the binding is of use.
      output(())
      // What was announced may be old by now: passing on what is current instead is what makes the two settle.
      switch side {
      case .left: self.pass(to: other)
      case .right: other.pass(to: self)
      }
    }
    return Broadcaster(changes).subscribe(at: nil, calledFrom: nil, fileID: fileID, line: line) { _ in }
  }

  private func pass(to other: PublishedProperty<Value>) {
    let value = value
    if !value.isInterchangeable(with: other.value) { other.value = value }
  }
}

private enum BindingInput: Sendable {
  enum Side: Sendable {
    case left
    case right
  }

  case change(of: Side)
  case isGone
}

extension Equatable {
  /// Equal, or, as not-a-number, unequal even to itself: passing that to and fro would never end.
  fileprivate func isInterchangeable(with other: Self) -> Bool {
    self == other || (self != self && other != other)
  }
}
