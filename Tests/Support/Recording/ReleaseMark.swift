/// Reports the release of the closure that captures it.
package final class ReleaseMark: Sendable {
  private let action: @Sendable () -> Void

  package init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}
