/// A type of failures that has one for a cancellation, so that awaiting the result of a task can end with it.
package protocol FailureWithCancellation: Error {
  /// What a wait ends with when the Swift task that waits is cancelled.
  static var cancellation: Self { get }
}
