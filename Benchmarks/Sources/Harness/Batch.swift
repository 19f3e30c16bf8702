/// A prepared loop: performs so many operations, one after the other.
///
/// The loop is inside, so that a measured operation pays for no call of the harness.
package typealias Batch = (_ operations: Int) -> Void

/// Sets up the objects of one side of a row and returns the loop over them. Setting up is not timed.
package typealias Preparation = (Sink) -> Batch
