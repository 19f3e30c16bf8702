#if !canImport(ObjectiveC)
  public import Foundation

  /// What keeps an observation going.
  @usableFromInline typealias KeyValueToken = NSKeyValueObservation

  /// The time for which an object is observed: until this goes away.
  @usableFromInline
  final class ObservedLife: Sendable {
    private let token: KeyValueToken

    /// - Parameter whenGone: Called once if the object goes away before that.
    @usableFromInline
    init(of object: NSObject, _ token: KeyValueToken, whenGone: @escaping @Sendable () -> Void) {
      self.token = token
      token.watch.whenObjectGone(whenGone)
    }
  }
#endif
