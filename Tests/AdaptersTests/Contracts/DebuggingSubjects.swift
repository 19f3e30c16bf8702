import TestSupport
import Tidings

extension Subject {
  static let debugging: [Subject] = [
    onBroadcaster("handleEvents") { $0.handleEvents(subscribed: {}, update: { _ in }, ended: {}, invalidated: {}) },
    onBroadcaster("logged") { $0.logged(label: "contract") { _ in } },
    onTask("handleEvents") { $0.handleEvents(subscribed: {}, update: { _ in }, ended: {}, invalidated: {}) },
    onTask("logged") { $0.logged(label: "contract") { _ in } },
  ]

  static let debuggingOfValues = [
    onValue("handleEvents") { $0.handleEvents(subscribed: {}, update: { _ in }, ended: {}, invalidated: {}) },
    onValue("logged") { $0.logged(label: "contract") { _ in } },
  ]
}
