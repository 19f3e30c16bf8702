import TestSupport
import Testing

/// An empty folder for one test, which is removed with its contents when the last reference is released.
final class ScratchFolder: Sendable {
  let url: URL

  init() {
    url = FileManager.default.temporaryDirectory.appending(component: "TasksTests-\(UUID().uuidString)")
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      fatalError("No folder for a test: \(error)")
    }
  }

  deinit {
    // A removal fails if a cancelled download writes its record at the same time.
    for _ in 0..<100 where FileManager.default.fileExists(atPath: url.path) {
      try? FileManager.default.removeItem(at: url)
    }
  }

  func file(_ name: String = "file") -> URL { url.appending(component: name) }

  /// The names of all files in it, including hidden ones.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }

  /// Waits until a file has this many bytes. The system does not report its growth.
  func hasBytes(_ count: Int, at name: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let byteCount = { try? Data(contentsOf: self.file(name)).count }
    await eventually(
      "\(count) bytes in “\(name)”", showing: { "it has \(byteCount().map(String.init) ?? "none")" },
      sourceLocation: sourceLocation
    ) { byteCount() == count }
  }

  /// Returns when it contains exactly these names.
  func has(_ names: [String], sourceLocation: SourceLocation = #_sourceLocation) async {
    await eventually(
      "a folder with just \(names)", showing: { "\((try? self.names) ?? [])" }, sourceLocation: sourceLocation
    ) { (try? self.names) == names }
  }

  /// Waits until this process has no open file in it. The system does not report it.
  func isClosed(sourceLocation: SourceLocation = #_sourceLocation) async {
    let open = { ProcessFootprint.descriptors.values.filter { $0.hasPrefix(self.url.path) } }
    await eventually(
      "no file of a folder to be open", showing: { "\(open())" }, sourceLocation: sourceLocation
    ) { open().isEmpty }
  }

  func text(of name: String = "file") throws -> String {
    try String(contentsOf: file(name), encoding: .utf8)
  }

  func permissions(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.posixPermissions] as? Int
  }

  func group(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: file(name).path)[.groupOwnerAccountID] as? Int
  }

  /// Checks that it contains only the file of a server, under the standard name.
  func expectOnly(_ expected: ServedFile, sourceLocation: SourceLocation = #_sourceLocation) throws {
    #expect(try Data(contentsOf: file()) == expected.bytes, sourceLocation: sourceLocation)
    #expect(try names == ["file"], sourceLocation: sourceLocation)
  }
}
