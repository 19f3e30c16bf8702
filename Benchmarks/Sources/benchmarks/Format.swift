import Foundation

/// Numbers as the tables show them.
enum Format {
  static func decimal(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value)
  }

  /// Digits in groups of three.
  static func grouped(_ value: Int) -> String {
    let digits = String(value)
    return digits.enumerated().map { index, digit in
      index > 0 && (digits.count - index).isMultiple(of: 3) ? ",\(digit)" : "\(digit)"
    }.joined()
  }

  static func logarithm(_ value: Double) -> Double {
    log10(value)
  }

  static func verdict(_ met: Bool?) -> String {
    switch met {
    case true?: "yes"
    case false?: "**no**"
    case nil: "–"
    }
  }
}
