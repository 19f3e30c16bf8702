#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC

  /// The target of an action, which calls a closure.
  ///
  /// Nobody holds the target of an action. This one is tied to the object that calls it, and goes away with that. It is all
  /// of the adapters for controls that needs Objective-C, so all that is not compiled on Linux.
  @MainActor
  final class ActionTarget: NSObject {
    static let action = #selector(ActionTarget.fire)

    private let perform: @MainActor () -> Void

    init(_ perform: @escaping @MainActor () -> Void) {
      self.perform = perform
    }

    @objc func fire() {
      perform()
    }

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
