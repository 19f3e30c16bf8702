import Foundation

/// The paths of the files beside a destination while it is downloaded.
struct PartialFilePaths: Sendable {
  /// The received bytes.
  let file: URL
  /// The bytes of another body, before it replaces the file.
  let replacement: URL
  /// The record that describes the file.
  let record: URL
  /// The record while it is written.
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

  /// A name with room for a suffix: names have at most 255 bytes. The removed part is replaced by a hash.
  private static func shortened(_ name: String) -> String {
    guard name.utf8.count > 200 else { return name }
    let number = name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    var stem = name
    while stem.utf8.count > 180 { stem.removeLast() }
    return "\(stem)~\(String(number, radix: 16))"
  }
}

/// The identity of a file, which does not depend on its name.
struct FileIdentity: Hashable {
  private let device: UInt64
  private let number: UInt64

  init?(of descriptor: CInt) {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  /// The identity of the file at a path. For a symbolic link, that of the link.
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
