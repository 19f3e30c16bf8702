/// A number of bytes per second.
package struct ByteRate: Equatable, Sendable {
  package let bytesPerSecond: Int

  package init(bytesPerSecond: Int) {
    self.bytesPerSecond = bytesPerSecond
  }

  /// Parses rates in a form like that of curl: `300000`, `200K`, `1.5M`, `1G`, where K is 1024.
  ///
  /// Nil if the text is invalid or the rate is less than one byte.
  package init?(_ text: String) {
    guard let match = text.wholeMatch(of: /([0-9]+(?:\.[0-9]+)?)([kKmMgG]?)/), let number = Double(match.1) else {
      return nil
    }
    let units = ["": 1, "k": 0x1p10, "m": 0x1p20, "g": 0x1p30]
    guard let unit = units[match.2.lowercased()], let rate = Int(exactly: (number * unit).rounded(.down)), rate > 0
    else { return nil }
    bytesPerSecond = rate
  }
}
