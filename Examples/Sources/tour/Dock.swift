import Observation

/// Stands for a newer class, a model of SwiftUI.
@MainActor
@Observable
final class Dock {
  var badge = ""
}
