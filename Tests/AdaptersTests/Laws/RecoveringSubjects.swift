import TestSupport
import Tidings

extension Subject {
  static let recovering: [Subject] = []
}
