public import TidingsCore

extension PublishedProperty where Value: Equatable {
  /// Keeps this property and another one equal.
  ///
  ///     settings.volume.bind(bothWaysWith: slider.position).store(in: subscriptions)
  ///
  /// First, the other property is set to the value of this one. Then each change of one property sets the other. If two
  /// threads set both at the same time, they settle on one of the two values. The properties are not kept alive. The
  /// subscription ends when one of them is released. In ReactiveSwift, this is `<~>`.
  ///
  /// - Parameters:
  ///   - other: The other property.
  ///   - fileID: The file named by a warning about a dropped token.
  ///   - line: The line named by that warning.
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
      // In debug builds, this counts as a delivered update for the warning about a dropped token.
      output(())
      // The change may be outdated. With the current values, the properties settle.
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
  /// Whether the values are equal, or both not-a-number, which is not equal to itself and would be set forever.
  fileprivate func isInterchangeable(with other: Self) -> Bool {
    self == other || (self != self && other != other)
  }
}
