import Foundation
package import Harness

/// Foundation's `NotificationCenter`, a new one for each row. The notifications have no content, which makes them cheaper.
package let notifications = Side("NotificationCenter") { row in
  switch row {
  case .object(.source): { _ in keeping { _ in NotificationCenter() } }
  default: NotificationRows.sendingRows(row)
  }
}

enum NotificationRows: Sending {
  private static let name = Notification.Name("benchmark")

  static func makeSource() -> NotificationCenter { NotificationCenter() }
  static func send(_ update: Int, through center: NotificationCenter) { center.post(name: name, object: nil) }

  static func subscribe(to center: NotificationCenter, _ sink: Sink, _ offset: Int) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receive(offset) }
  }

  static func subscribeConcurrently(to center: NotificationCenter, _ sink: Sink) -> any NSObjectProtocol {
    center.addObserver(forName: name, object: nil, queue: nil) { _ in sink.receiveConcurrently(0) }
  }

  static func leave(_ token: any NSObjectProtocol, _ center: NotificationCenter) {
    keep(token)
    center.removeObserver(token)
  }
}
