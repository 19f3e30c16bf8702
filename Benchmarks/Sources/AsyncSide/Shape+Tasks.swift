import Harness

extension Shape {
  /// Each subscriber is a task here, and an update wakes them all. Of more tasks than these the machine's queues would be
  /// measured.
  var isForTasks: Bool { threads == 1 && subscribers <= 1_000 }
}
