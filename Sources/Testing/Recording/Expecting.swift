extension Recorder where Update: Equatable {
  /// Reads as many updates as are given, and fails the test if they are others or fewer.
  public func expect(
    _ updates: Update...,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let received = recording.take(atMost: updates.count)
    compare(received, with: updates, at: CallSite(fileID, filePath, line, column))
  }

  /// Fails the test unless exactly these updates have been recorded since the beginning. All count as read.
  public func expect(
    all updates: [Update],
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    compare(recording.takeAll(), with: updates, at: CallSite(fileID, filePath, line, column))
  }

  private func compare(_ received: [Update], with expected: [Update], at site: CallSite) {
    guard let index = firstDifference(between: expected, and: received) else { return }
    host.fail(
      """
      expected \(list(expected, atMost: .max))
      received \(list(received, atMost: .max))
      first difference at index \(index): expected \(element(index, of: expected)), \
      received \(element(index, of: received))
      \(recording.snapshot)
      """, at: site)
  }

  private func element(_ index: Int, of updates: [Update]) -> String {
    index < updates.count ? String(reflecting: updates[index]) : "nothing"
  }
}

/// The index of the first elements that are not equal, or of the first that only one array has.
private func firstDifference<Element: Equatable>(between left: [Element], and right: [Element]) -> Int? {
  let common = min(left.count, right.count)
  return (0..<common).first { left[$0] != right[$0] } ?? (left.count == right.count ? nil : common)
}
