/// Does something when a batch is over and its objects go: it ends the tasks that read, which would wait for ever.
package final class AtEnd {
  private let action: () -> Void

  package init(_ action: @escaping () -> Void) {
    self.action = action
  }

  deinit { action() }
}
