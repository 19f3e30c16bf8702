import TestSupport
import Tidings

extension Subject {
  static let flattening: [Subject] = []
}
