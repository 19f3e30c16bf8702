import TestSupport
import Tidings

extension Subject {
  static let sharing: [Subject] = []
}
