import TestSupport
import Tidings
import TidingsCore

extension Subject {
  /// Published values that are derived from others.
  static let combined: [Subject] = [
    Subject("PublishedValue of what is known of another", memory: .value(0), isReadable: true) {
      let property = PublishedProperty(0)
      let held = Held(property)
      let source = property.publishedValue
      let known = Broadcaster(knowing: Int?.none) { inputs in
        inputs.connect(source) { known, value -> Int?? in
          defer { known = value }
          return .some(known)
        }
      }
      let value = PublishedValue<Int>(known.compactMap { $0 }, read: source.read)
      return Fixture(value, send: { held.current?.value = $0 }, finish: { held.letGo() }, value: { value.value })
    }
  ]
}
