import Observation

/// An example of a newer class, a model for SwiftUI.
@MainActor
@Observable
final class Dock {
  var badge = ""
}
