import Foundation
import Tidings

/// Stands for an older class that is observed by key paths.
final class Reachability: NSObject {
  #if canImport(ObjectiveC)
    @objc dynamic var isOnline = false
  #else
    @Observed var isOnline = false
  #endif
}
