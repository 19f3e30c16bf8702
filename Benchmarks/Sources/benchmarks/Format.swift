import Foundation

/// Numbers as the tables show them.
enum Format {
  static func decimal(_ value: Double, places: Int) -> String {
    String(format: "%.\(places)f", value)
  }

  static func verdict(_ met: Bool?) -> String {
    switch met {
    case true?: "yes"
    case false?: "**no**"
    case nil: "–"
    }
  }
}
