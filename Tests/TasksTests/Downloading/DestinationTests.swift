import Testing
import TidingsCore
import TidingsTasks

/// Destinations that cannot be written, at first or later.
@Suite(.timeLimit(.minutes(10)))
struct DestinationTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 300_000)

  init() {
    server.serve(file)
  }

  private func download(to destination: URL, resumes: Bool = false) -> DownloadRecording {
    let transfer = server.transfer(range: 100_000).with { $0.isResumable = resumes }
    return Recording(URLSession.shared.publishedTask(downloading: transfer, to: destination))
  }

  private func error(of download: DownloadRecording) async throws -> TransferError {
    let result = await download.result
    return try #require(throws: TransferError.self) { try result.get() }
  }

  @Test(.enabled(if: MountedFolder.isPossible, "Only the superuser can mount a small disk"))
  func `fails on a full disk`() async throws {
    let disk = try MountedFolder(byteCount: 128 << 10)
    let destination = disk.url.appending(component: "file")
    let error = try await error(of: download(to: destination))
    #expect(error.reason == .destinationNotWritable(destination))
    #expect((error.underlying as? POSIXError)?.code == .ENOSPC)
    #expect(error.description.contains(" cannot be written: No space left on device. "))
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path).isEmpty)
  }

  @Test(.enabled(if: MountedFolder.isPossible, "Only the superuser can mount a small disk"))
  func `fails on a disk without room for the first record`() async throws {
    let disk = try MountedFolder(byteCount: 64 << 10)
    try Data(count: 64 << 10).write(to: disk.url.appending(component: "ballast"))
    let destination = disk.url.appending(component: "file")
    let error = try await error(of: download(to: destination, resumes: true))
    #expect((error.underlying as? POSIXError)?.code == .ENOSPC)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.url.path) == ["ballast"])
  }

  @Test(.enabled(if: MountedFolder.isPossible, "Only the superuser can mount a small disk"))
  func `resumes after a full disk has room again`() async throws {
    let disk = try MountedFolder(byteCount: 512 << 10)
    let destination = disk.url.appending(component: "file")
    let ballast = disk.url.appending(component: "ballast")
    try Data(count: 400 << 10).write(to: ballast)
    let error = try await error(of: download(to: destination, resumes: true))
    #expect(error.reason == .destinationNotWritable(destination))
    try FileManager.default.removeItem(at: ballast)
    let recording = download(to: destination, resumes: true)
    _ = try await recording.result.get()
    #expect(try Data(contentsOf: destination) == file.bytes)
    #expect(recording.reports.first?.transferredBytes ?? 0 > 0)
  }

  @Test(
    arguments: [
      ("file/below", .ENOTDIR), ("nowhere/below", .ENOENT), ("folder", .EISDIR),
      (String(repeating: "n", count: 256), .ENAMETOOLONG),
    ] as [(String, POSIXErrorCode)])
  func `a destination that cannot be written fails before anything is transferred`(
    path: String, code: POSIXErrorCode
  ) async throws {
    try Data().write(to: folder.file())
    try FileManager.default.createDirectory(at: folder.file("folder"), withIntermediateDirectories: false)
    let error = try await error(of: download(to: folder.file(path)))
    #expect(error.reason == .destinationNotWritable(folder.file(path)))
    #expect((error.underlying as? POSIXError)?.code == code)
    #expect(server.requests.isEmpty)
  }

  /// Starts a download, and calls a function before the second half arrives.
  private func download(to destination: URL, changing change: () throws -> Void) async throws -> DownloadRecording {
    server.serve(file, [.once(.stall(at: 150_000))])
    let recording = download(to: destination)
    await server.wait { $0.stalled == 1 }
    try change()
    server.releaseStalls()
    return recording
  }

  @Test func `fails if the destination becomes a folder during the task`() async throws {
    let recording = try await download(to: folder.file()) {
      try FileManager.default.createDirectory(at: folder.file(), withIntermediateDirectories: false)
    }
    #expect(try await error(of: recording).reason == .destinationNotWritable(folder.file()))
    #expect(try folder.names == ["file"])
  }

  @Test func `fails if the folder is removed during the task`() async throws {
    let place = folder.file("place")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
    let destination = place.appending(component: "file")
    let recording = try await download(to: destination) { try FileManager.default.removeItem(at: place) }
    let error = try await error(of: recording)
    #expect(error.reason == .destinationNotWritable(destination))
    #expect((error.underlying as? POSIXError)?.code == .ENOENT)
    #expect(try folder.names.isEmpty)
  }
}
