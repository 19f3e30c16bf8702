import Foundation

/// The names that go with a destination while it is downloaded.
struct PartialNames: Sendable {
  /// What has arrived.
  let file: URL
  /// The bytes of another body, until it takes the file's place.
  let replacement: URL
  /// What is known of it.
  let record: URL
  /// The same while it is written.
  let newRecord: URL

  init(for destination: URL) {
    let folder = destination.deletingLastPathComponent()
    let stem = "." + Self.shortened(destination.lastPathComponent)
    file = folder.appending(component: stem + Self.fileSuffix)
    replacement = folder.appending(component: stem + Self.fileSuffix + ".new")
    record = folder.appending(component: stem + Self.recordSuffix)
    newRecord = folder.appending(component: stem + Self.recordSuffix + ".new")
  }

  private static let fileSuffix = ".partial"
  static let recordSuffix = ".partial.json"

  /// A name that leaves room for what is added: names have at most 255 bytes. What is cut off is told by a number.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > 200 else { return name }
    let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var stem = name
    while stem.utf8.count > 180 { stem.removeLast() }
    return "\(stem)~\(String(number, radix: 16))"
  }
}
