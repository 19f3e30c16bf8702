import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileWritingTests {
  private let folder = ScratchFolder()
  private var file: URL { folder.file() }

  @Test(arguments: [0, 1_000], [1, 7, 1_000, 1 << 20])
  func `writes every byte of a slice of data in chunks of any size`(byteCount: Int, chunkSize: Int) async throws {
    let data = Data((0..<byteCount + 5).map { UInt8($0 & 255) }).dropFirst(5)
    let recording = Recording(file.publishedTask(writing: data, chunkSize: chunkSize))
    #expect(try await recording.result.get() == Int64(byteCount))
    #expect(try Data(contentsOf: file) == data)
    #expect(recording.reports.last?.fractionCompleted == 1)
    #expect(try folder.names == ["file"])
  }

  @Test func `keeps the old file until the new one is complete`() async throws {
    try Data("old".utf8).write(to: file)
    let task = file.publishedTask(writing: Data("newer".utf8), chunkSize: 1)
    let seen = Locked<String?>(nil)
    let result = await task.result { [folder] in
      let text = try? folder.text()
      seen.withLock { $0 = text }
    }
    #expect(try result.get() == 5)
    #expect(seen.withLock { $0 } == "old")
    #expect(try folder.text() == "newer")
  }

  @Test func `leaves no files when it is cancelled`() async throws {
    try Data("old".utf8).write(to: file)
    let task = file.publishedTask(writing: Data(repeating: 1, count: 10_000_000), chunkSize: 1)
    let names = await task.cancel(atReport: 2) { [folder] in try? folder.names.count }
    #expect(names == 2)
    await folder.has(["file"])
    #expect(try folder.text() == "old")
  }

  @Test func `does not replace the file after a cancellation, not even by an empty one`() async {
    // In a separate process, because it blocks all threads for files.
    await #expect(processExitsWith: .success) {
      let folder = ScratchFolder()
      let (file, empty) = (folder.file(), folder.file("empty"))
      try Data("old".utf8).write(to: file)
      try Data().write(to: empty)
      for task in [empty.publishedTask(copyingTo: file), file.publishedTask(writing: Data())] {
        await Self.holdingThreads { task.attach { _ in }.invalidate() }
        // All threads are free again only after the cancelled run.
        await Self.holdingThreads {}
        #expect(try folder.names == ["empty", "file"])
        #expect(try folder.text() == "old")
      }
    }
  }

  /// Calls the body while other jobs block all threads for files.
  private static func holdingThreads(_ body: () -> Void) async {
    let (arrived, gate) = (History<Void>(), History<Void>())
    let jobs = (0..<8).map { _ in
      Task(executorPreference: FileExecutor.shared) {
        arrived.record(())
        block(until: gate)
      }
    }
    await onThreads { _ in arrived.waitForCount(8) }
    body()
    gate.record(())
    for job in jobs { await job.value }
  }

  private static func block(until gate: History<Void>) { gate.waitForCount(1) }

  @Test(arguments: [0o640, nil])
  func `keeps the permissions of the file it replaces, or has the default ones`(mode: mode_t?) async throws {
    try Data().write(to: folder.file("other"))
    if let mode {
      try Data().write(to: file)
      for name in ["file", "other"] { unsafe chmod(folder.file(name).path, mode) }
    }
    _ = try await file.publishedTask(writing: Data()).result().get()
    #expect(try folder.permissions(of: "file") == folder.permissions(of: "other"))
  }

  /// Only the superuser can set a group to which it does not belong.
  @Test(.enabled(if: geteuid() == 0))
  func `keeps the group of the file it replaces`() async throws {
    try Data().write(to: file)
    #expect(unsafe chown(file.path, .max, 54_321) == 0)
    _ = try await file.publishedTask(writing: Data()).result().get()
    #expect(try folder.group(of: "file") == 54_321)
  }

  @Test func `replaces a symbolic link as atomic writes of data do`() async throws {
    for name in ["ours", "theirs"] {
      try Data("old".utf8).write(to: folder.file("target of \(name)"))
      try FileManager.default.createSymbolicLink(
        at: folder.file(name), withDestinationURL: folder.file("target of \(name)"))
    }
    _ = try await folder.file("ours").publishedTask(writing: Data("new".utf8)).result().get()
    try Data("new".utf8).write(to: folder.file("theirs"), options: .atomic)
    for name in ["ours", "theirs"] {
      #expect(try folder.text(of: name) == "new")
      #expect(try folder.text(of: "target of \(name)") == "old")
    }
  }

  @Test func `accepts the longest possible file name`() async throws {
    let name = String(repeating: "ü", count: 127)
    _ = try await folder.file(name).publishedTask(writing: Data("text".utf8)).result().get()
    #expect(try folder.text(of: name) == "text")
  }

  @Test func `fails when the folder is removed`() async throws {
    let inner = folder.file("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let task = inner.appending(component: "file").publishedTask(writing: Data([1]))
    let result = await task.result { try? FileManager.default.removeItem(at: inner) }
    let error = #expect(throws: FileError.self) { try result.get() }
    #expect(error?.code == .ENOENT)
  }

  @Test(.enabled(if: MountedFolder.isPossible, "Only the superuser can mount a small disk"))
  func `reports the byte at which the disk was full`() async throws {
    let disk = try MountedFolder(byteCount: 1 << 16)
    let destination = disk.url.appending(component: "file")
    try Data("old".utf8).write(to: destination)
    let error = await destination.publishedTask(writing: Data(count: 1 << 17), chunkSize: 5_000).failure()
    #expect(error?.code == .ENOSPC)
    #expect(error?.url == destination)
    #expect((1..<(1 << 16)).contains(try #require(error?.byte)))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["file"])
    #expect(try String(contentsOf: destination, encoding: .utf8) == "old")
  }
}
