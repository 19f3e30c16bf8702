import TestSupport
import Tidings

extension Subject {
  static let watching: [Subject] = []
}
