/// Tells when the closure that holds it is let go.
package final class ReleaseMark: Sendable {
  private let action: @Sendable () -> Void

  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
