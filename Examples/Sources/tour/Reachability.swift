import Foundation
import Tidings

/// An example of an older class whose properties are observed by key path.
final class Reachability: NSObject {
  #if canImport(ObjectiveC)
    @objc dynamic var isOnline = false
  #else
    @Observed var isOnline = false
  #endif
}
