#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC

  /// The target of an action, which calls a closure.
  ///
  /// A control does not keep its target alive. This target is associated with the control, and is released with it.
  @MainActor final class ActionTarget: NSObject {
    static let action = #selector(ActionTarget.fire)

    private let perform: @MainActor () -> Void
    /// The object that knows the targets before and after this one.
    weak var link: AnyObject?

    init(_ perform: @escaping @MainActor () -> Void) { self.perform = perform }
    @objc func fire() { perform() }

    func tie(to owner: AnyObject) {
      unsafe objc_setAssociatedObject(
        owner, Unmanaged.passUnretained(self).toOpaque(), self, .OBJC_ASSOCIATION_RETAIN)
    }

    func untie(from owner: AnyObject) {
      unsafe objc_setAssociatedObject(
        owner, Unmanaged.passUnretained(self).toOpaque(), nil, .OBJC_ASSOCIATION_RETAIN)
    }
  }
#endif
