import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileCopyingTests {
  private let folder = ScratchFolder()
  private var original: URL { folder.file("original") }
  private var copy: URL { folder.file("copy") }

  @Test(arguments: [0, 1_000], [1, 7, 1_000, 1 << 20])
  func `copies every byte in chunks of any size`(byteCount: Int, chunkSize: Int) async throws {
    let data = Data((0..<byteCount).map { UInt8($0 & 255) })
    try data.write(to: original)
    let recording = Recording(original.publishedTask(copyingTo: copy, chunkSize: chunkSize))
    #expect(try await recording.result.get() == Int64(byteCount))
    #expect(try Data(contentsOf: copy) == data)
    #expect(recording.reports.last?.fractionCompleted == 1)
    #expect(try folder.names == ["copy", "original"])
  }

  @Test func `gives the copy the permissions of the original`() async throws {
    try Data().write(to: original)
    try Data().write(to: copy)
    unsafe chmod(original.path, 0o750)
    _ = try await original.publishedTask(copyingTo: copy).result().get()
    #expect(try folder.permissions(of: "copy") == 0o750)
  }

  @Test func `copies a file onto itself`() async throws {
    try Data("text".utf8).write(to: original)
    _ = try await original.publishedTask(copyingTo: original, chunkSize: 1).result().get()
    #expect(try folder.text(of: "original") == "text")
    #expect(try folder.names == ["original"])
  }

  @Test func `fails when the original shrinks`() async throws {
    try Data(repeating: 1, count: 1_000).write(to: original)
    let task = original.publishedTask(copyingTo: copy, chunkSize: 10)
    let result = await task.result { [original] in truncate(original, to: 500) }
    #expect(throws: FileError(.shrank, url: original, operation: .copy, byte: 500)) { try result.get() }
    #expect(try folder.names == ["original"])
  }

  @Test func `names the file that caused the error`() async throws {
    let missing = await original.publishedTask(copyingTo: copy).failure()
    #expect(missing == FileError(.system(.ENOENT), url: original, operation: .copy))
    try Data().write(to: original)
    let inTheWay = await original.publishedTask(copyingTo: folder.url).failure()
    #expect(inTheWay == FileError(.system(.EISDIR), url: folder.url, operation: .write))
    let wrongWay = await folder.url.publishedTask(copyingTo: copy).failure()
    #expect(wrongWay == FileError(.system(.EISDIR), url: folder.url, operation: .copy))
    #expect(try folder.names == ["original"])
  }
}
