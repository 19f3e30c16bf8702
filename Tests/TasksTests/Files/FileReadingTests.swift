import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileReadingTests {
  private let folder = ScratchFolder()
  private var file: URL { folder.file() }

  private func write(_ bytes: some Sequence<UInt8>) throws -> Data {
    let data = Data(bytes)
    try data.write(to: file)
    return data
  }

  @Test(arguments: [0, 256], [1, 10, 255, 256, 1 << 20])
  func `reads every byte in chunks of any size, and reports the size first`(byteCount: Int, chunkSize: Int) async throws
  {
    let data = try write((0..<byteCount).map { UInt8($0) })
    let recording = Recording(file.publishedTask(reading: .data, chunkSize: chunkSize))
    #expect(try await recording.result.get() == data)
    let reports = recording.reports
    // A virtual file reports a size of zero.
    #expect(reports.first?.expectedBytes == (byteCount > 0 ? Int64(byteCount) : nil))
    #expect(reports.last?.transferredBytes == Int64(byteCount))
    #expect(reports.last?.fractionCompleted == 1)
    #expect(reports.map(\.transferredBytes) == reports.map(\.transferredBytes).sorted())
  }

  @Test(
    arguments: ["/proc/self/status", "/sys/class/net/lo/mtu"].filter { FileManager.default.fileExists(atPath: $0) })
  func `reads files whose reported size is wrong`(path: String) async throws {
    let recording = Recording(URL(filePath: path).publishedTask(reading: .string, chunkSize: 100))
    let text = try await recording.result.get()
    #expect(text.hasSuffix("\n"))
    #expect(recording.reports.last?.fractionCompleted == 1)
    #expect(recording.reports.last?.transferredBytes == Int64(text.utf8.count))
  }

  @Test(.enabled(if: refusesTooMuchMemory, "The system does not refuse memory that it does not have"))
  func `fails if there is not enough memory`() async throws {
    _ = try write([])
    truncate(file, to: 1 << 43)
    #expect(await file.publishedTask(reading: .data).failure()?.code == .ENOMEM)
  }

  @Test func `rejects a file that is too large`() async throws {
    _ = try write([1, 2, 3])
    #expect(try await file.publishedTask(reading: .data, maximumByteCount: 3).result().get().count == 3)
    let error = await file.publishedTask(reading: .data, maximumByteCount: 2).failure()
    #expect(error?.reason == .tooLarge(maximumByteCount: 2))
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/status"), "There is no /proc here"))
  func `rejects a virtual file that is too large`() async throws {
    let error = await URL(filePath: "/proc/self/status").publishedTask(reading: .data, maximumByteCount: 10).failure()
    #expect(error?.reason == .tooLarge(maximumByteCount: 10))
    #expect(error?.byte == 10)
  }

  @Test(arguments: [false, true])
  func `reads the content that a growing or replaced file had when it was opened`(isReplaced: Bool) async throws {
    let data = try write(repeatElement(1, count: 1_000))
    let task = file.publishedTask(reading: .data, chunkSize: 10)
    let result = await task.result { [file] in
      if isReplaced { try? Data([9]).write(to: file, options: .atomic) } else { append(Data([2]), to: file) }
    }
    #expect(try result.get() == data)
    #expect(try Data(contentsOf: file) != data)
  }

  @Test func `rejects objects that are not files, without waiting for the writer of a pipe`() async throws {
    #expect(unsafe mkfifo(file.path, 0o600) == 0)
    let objects: [(URL, FileError.Reason)] = [
      (folder.url, .system(.EISDIR)), (file, .notARegularFile), (URL(filePath: "/dev/zero"), .notARegularFile),
    ]
    for (object, reason) in objects {
      #expect(await object.publishedTask(reading: .data).failure()?.reason == reason)
    }
  }

  @Test func `reports a missing file`() async throws {
    let error = await file.publishedTask(reading: .data).failure()
    #expect(error?.code == .ENOENT)
    #expect(error?.description == "“\(file.path)” cannot be read: No such file or directory")
  }

  @Test(.enabled(if: geteuid() != 0, "Root may read everything"))
  func `reports missing permission`() async throws {
    _ = try write([1])
    unsafe chmod(file.path, 0)
    #expect(await file.publishedTask(reading: .data).failure()?.code == .EACCES)
  }

  @Test(arguments: [
    ("https://somebody:hunter2@host/?token=signature", "https://host/"), ("file:///%FF", "file:///%FF"),
  ])
  func `rejects a URL that is not a file URL, and keeps no secrets of it`(
    address: String, kept: String
  ) async throws {
    let error = try await #require(URL(string: address)).publishedTask(reading: .data).failure()
    #expect(error?.reason == .notAFileURL)
    #expect(error?.url.absoluteString == kept)
    #expect(error?.description.contains("“\(kept)” cannot be read") == true)
    for secret in ["somebody", "hunter2", "signature"] { #expect(error?.description.contains(secret) == false) }
  }

  @Test(arguments: ["a b", "ä%41", "\n", "#?;", "🗞️"])
  func `accepts names with unusual characters`(name: String) async throws {
    try Data([1]).write(to: folder.file(name))
    #expect(try await folder.file(name).publishedTask(reading: .data).result().get() == Data([1]))
  }

  @Test func `follows symbolic links`() async throws {
    let data = try write([1, 2])
    let link = folder.file("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(try await link.publishedTask(reading: .data).result().get() == data)
  }

  @Test func `decodes text and JSON`() async throws {
    _ = try write("[1, 2]".utf8)
    #expect(try await file.publishedTask(reading: .string).result().get() == "[1, 2]")
    #expect(try await file.publishedTask(reading: .json([Int].self)).result().get() == [1, 2])
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    let dates = try await file.publishedTask(reading: .json([Date].self, decoder: decoder)).result().get()
    #expect(dates.map(\.timeIntervalSince1970) == [1, 2])
  }

  @Test(arguments: [("\u{FEFF}a", "a"), ("\u{FEFF}", ""), ("a\u{FEFF}", "a\u{FEFF}"), ("", "")])
  func `skips a byte order mark at the beginning of a text`(content: String, text: String) async throws {
    _ = try write(content.utf8)
    let read = try await file.publishedTask(reading: .string).result().get()
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `reports a file that is not text`() async throws {
    _ = try write([0xFF])
    #expect(await file.publishedTask(reading: .string).failure()?.reason == .notText)
  }

  @Test func `hashes a file of several chunks`() async throws {
    let data = try write((0..<1_000).map { UInt8($0 & 255) })
    let digest = try await file.publishedTask(reading: .digest(using: FNV1a.self), chunkSize: 7).result().get()
    #expect(digest == FNV1a.digest(of: data))
  }

  @Test func `starts again after a cancellation, and closes its descriptor at any end`() async throws {
    let data = try write(repeatElement(1, count: 10_000))
    let task = file.publishedTask(reading: .data, chunkSize: 1)
    let cancelled = Recording(task)
    await cancelled.reports(1)
    cancelled.invalidate()
    #expect(try await task.result().get() == data)
    _ = await file.publishedTask(reading: .data, maximumByteCount: 1).failure()
    await folder.isClosed()
  }
}
