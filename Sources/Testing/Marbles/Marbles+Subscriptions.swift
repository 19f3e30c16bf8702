extension Marbles {
  /// Compares the subscriptions to a stub with diagrams, one for each, in their order.
  ///
  ///     marbles.expect(taps.subscriptions, "^--!", "--^----|")
  ///
  /// `^` is the beginning of a subscription, `!` its cancellation, and `|` the end. Column zero is time zero.
  public func expect(
    _ subscriptions: [StubSubscription], _ diagrams: String..., fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let site = CallSite(fileID, filePath, line, column)
    guard subscriptions != diagrams.map({ subscription(in: read($0, at: site)) }) else { return }
    TestHost.current.fail(
      """
      A stub was not subscribed to as was drawn.
        expected: \(list(diagrams))
        received: \(list(subscriptions.map(draw)))
      """, at: site)
  }

  private func subscription(in diagram: MarbleDiagram) -> StubSubscription? {
    guard let began = diagram.entries.first, began.mark == .subscribed else { return nil }
    let ending = diagram.entries.dropFirst().first.map { entry in
      let time = frames(entry.frame)
      return entry.mark == .end ? StubSubscription.Ending.ended(at: time) : .invalidated(at: time)
    }
    return StubSubscription(startTime: frames(began.frame), ending: ending)
  }

  private func draw(_ subscription: StubSubscription) -> String {
    let ending: (mark: Character, time: Duration)? =
      switch subscription.ending {
      case .invalidated(let time): ("!", time)
      case .ended(let time): ("|", time)
      case nil: nil
      }
    guard let begin = frameNumber(subscription.startTime), let end = ending.map({ frameNumber($0.time) }) ?? begin + 1,
      end > begin || ending == nil
    else { return "\(subscription)" }
    let picture = String(repeating: "-", count: begin) + "^"
    guard let ending else { return picture }
    return picture + String(repeating: "-", count: end - begin - 1) + String(ending.mark)
  }

  private func frameNumber(_ time: Duration) -> Int? {
    let number = Int(time / frame)
    return frame * number == time ? number : nil
  }

  private func list(_ pictures: [String]) -> String {
    pictures.isEmpty ? "none" : pictures.joined(separator: "\n            ")
  }
}
