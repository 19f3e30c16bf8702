import Foundation

/// The thread that asks.
enum Current {
  static var thread: ObjectIdentifier {
    ObjectIdentifier(Thread.current)
  }
}
