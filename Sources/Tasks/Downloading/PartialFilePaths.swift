import Foundation

/// The names that go with a destination while it is downloaded.
struct PartialFilePaths: Sendable {
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

/// Which file it is, whatever its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init?(of descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// That of the file which has a name; of a link its own.
  init?(at file: URL) {
    var status = stat()
    guard unsafe lstat(file.path, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}

/// The path of a file, compared by its bytes: strings that differ only in their Unicode normalization are equal, but on
/// most file systems they name different files.
struct FilePath: Hashable, Sendable {
  private let bytes: [UInt8]

  init(_ file: URL) {
    bytes = Array(file.standardizedFileURL.path.utf8)
  }
}
