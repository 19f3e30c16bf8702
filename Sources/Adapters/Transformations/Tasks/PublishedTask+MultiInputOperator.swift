import TidingsCore

extension PublishedTask {
  /// A task whose run brings other tasks together: the rule runs once, for all subscribers.
  ///
  /// A rule that ends without having completed ends the task without a result.
  init<Input: Sendable>(_ multiInput: MultiInputOperator<Input, Update>) {
    self.init(running: Broadcaster(multiInput))
  }

  /// A task whose run is a subscription, made once for all subscribers.
  init(running broadcaster: Broadcaster<Update>) {
    self.init(start: { run in
      broadcaster.attach { update in
        switch update {
        case .inProgress(let progress): run.report(progress)
        case .completed(let result): run.complete(result)
        }
      }
    })
  }
}

extension OperatorOutput {
  /// Completes the task; what is still connected is given up.
  func complete<Progress, Success, Failure>(_ result: Result<Success, Failure>)
  where Output == TaskUpdate<Progress, Success, Failure> {
    self(.completed(result))
    end()
  }
}
