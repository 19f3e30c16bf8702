import TestSupport
import Tidings
import TidingsCore

extension Subject {
  /// What combinations of values are made of.
  static let combined: [Subject] = [
    Subject("PublishedValue of what is known of another", memory: .value(0), isReadable: true) {
      let property = PublishedProperty(0)
      let held = Held(property)
      let source = property.publishedValue
      let value = PublishedValue<Int>(
        knowing: Int?.none,
        from: { inputs in
          inputs.connect(source) { known, value -> Int?? in
            defer { known = value }
            return .some(known)
          }
        }, read: { source.value }, version: { source.version }, Stage { known, emit in if let known { emit(known) } })
      return Rig(value, send: { held.current?.value = $0 }, finish: { held.letGo() }, value: { value.value })
    }
  ]
}
