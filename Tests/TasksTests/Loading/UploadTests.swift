import Testing
import TidingsAdapters
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct UploadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let content = ServedFile(seed: 9, byteCount: 300_000).bytes

  init() {
    server.serve(ServedFile(byteCount: 5))
  }

  private func plan(_ faults: PlannedFault...) {
    server.serve(ServedFile(byteCount: 5), faults)
  }

  private func upload(
    _ body: UploadBody, _ method: String = "PUT", retryPolicy: RetryPolicy? = nil
  ) -> TransferTask<Data> {
    let transfer = server.transfer().with {
      $0.urlRequest.httpMethod = method
      $0.urlRequest.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      if let retryPolicy { $0.retryPolicy = retryPolicy }
    }
    return URLSession.shared.publishedTask(for: transfer, uploading: body)
  }

  @Test(arguments: [true, false], [0, 300_000])
  func `sends bytes and files`(isFile: Bool, byteCount: Int) async throws {
    let content = content.prefix(byteCount)
    try content.write(to: folder.file())
    let recording = Recording(upload(isFile ? .file(folder.file()) : .data(content)))
    #expect(try await recording.result.get() == Data("\(byteCount)".utf8))
    #expect(server.requests.map(\.body) == [content])
    #expect(server.requests.map(\.method) == ["PUT"])
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(recording.reports.first?.expectedBytes == Int64(byteCount))
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  #if os(Linux)
    @Test(arguments: ["/proc/sys/kernel/ostype", "/sys/devices/system/cpu/online"])
    func `sends a file whose reported size is wrong`(path: String) async throws {
      let source = URL(filePath: path)
      let content = try await source.publishedTask(reading: .data).result().get()
      try #require(!content.isEmpty)
      let recording = Recording(upload(.file(source)))
      #expect(try await recording.result.get() == Data("\(content.count)".utf8))
      #expect(server.requests.map(\.body) == [content])
      #expect(recording.reports.last?.transferredBytes == Int64(content.count))
      #expect(recording.reports.last?.expectedBytes == Int64(content.count))
    }
  #endif

  @Test func `names a file that it cannot read, and rejects objects that are not files`() async throws {
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe.path, 0o600) == 0)
    let address = try #require(URL(string: "https://host/file"))
    for (source, cause) in [
      (folder.file("nowhere"), "No such file or directory"), (folder.url, "Is a directory"),
      (pipe, "It is not a regular file"), (address, "It is not a file URL with a valid path"),
    ] {
      let error = await upload(.file(source)).failure()
      #expect(error?.reason == .sourceNotReadable(source))
      let name = source.isFileURL ? source.path : source.absoluteString
      #expect(
        error?.description.hasPrefix("“\(name)” for the upload to \(server.url()) cannot be read: \(cause). ") == true)
    }
    #expect(server.requests.isEmpty)
  }

  /// Calls a function with the upload of a file that is larger than the buffers of a connection.
  private func withLargeFile(_ request: URLRequest, _ body: (TransferTask<Data>) async throws -> Void) async throws {
    try Data(count: 8 << 20).write(to: folder.file())
    let request = request.with { $0.urlRequest.httpMethod = "PUT" }
    for _ in 1...100 {
      try await body(URLSession.shared.publishedTask(for: request, uploading: .file(folder.file())))
    }
    // The thread that serves the connections still works.
    #expect(try await upload(.data(content)).result().get() == Data("300000".utf8))
  }

  @Test func `a file fails each time that the server resets the connection in the middle`() async throws {
    // Closing a connection with unread bytes resets it.
    let resetting = try LoopbackServer { _ in }
    try await withLargeFile(resetting.request()) { upload in
      #expect(await upload.failure()?.reason == .connectionFailed)
    }
  }

  @Test func `progress does not exceed the size of a body that is sent again`() async throws {
    let request = server.request().with { $0.urlRequest.httpMethod = "PUT" }
    // Foundation on Linux counts a body twice that it sends twice.
    let transport = FunctionTransport { exchange in
      for byteCount in 1...8 { exchange.reportSent(Int64(byteCount)) }
      try exchange.receive(status: 200)
    }
    let recording = Recording(transport.publishedTask(for: request, uploading: .data(Data("once".utf8))))
    _ = try await recording.result.get()
    #expect(recording.reports.allSatisfy { $0.transferredBytes <= 4 && $0.expectedBytes == 4 })
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  @Test func `a late report of an attempt that has ended does not count`() async throws {
    let request = server.request().with {
      $0.urlRequest.httpMethod = "PUT"
      $0.retryPolicy = RetryPolicy(attempts: 2, backoff: .constant(.zero))
    }
    let first = Locked<HTTPExchange?>(nil)
    let (reported, gate) = AsyncStream<Void>.makeStream()
    let transport = FunctionTransport { exchange in
      let ended = first.withLock { first -> HTTPExchange? in
        defer { first = first ?? exchange }
        return first
      }
      guard let ended else { throw URLError(.networkConnectionLost) }
      ended.reportSent(4)
      exchange.reportSent(2)
      for await _ in reported { break }
      try exchange.receive(status: 200)
    }
    let recording = Recording(transport.publishedTask(for: request, uploading: .data(Data("once".utf8))))
    await recording.reports(2)
    gate.yield()
    _ = try await recording.result.get()
    #expect(recording.reports.map(\.transferredBytes) == [0, 2, 4])
  }

  #if canImport(FoundationNetworking)
    @Test func `a file that is removed before it is sent fails as an unreadable one`() async throws {
      try content.write(to: folder.file())
      let request = server.request().with { $0.urlRequest.httpMethod = "PUT" }
      let transport = FunctionTransport { [file = folder.file()] exchange in
        try FileManager.default.removeItem(at: file)
        try await URLSession.shared.perform(exchange)
      }
      let upload = transport.publishedTask(for: request, uploading: .file(folder.file()))
      #expect(await upload.failure()?.reason == .sourceNotReadable(folder.file()))
      #expect(server.requests.isEmpty)
    }
  #endif

  @Test func `a file can be cancelled while it is sent`() async throws {
    try await LoopbackServer.withDeafServer(listening: true) { request in
      try await withLargeFile(request) { upload in
        let recording = Recording(upload)
        await recording.reports(1)
        recording.invalidate()
      }
    }
  }

  /// A fault of the first response, the method, and the method of the second request, if there is one.
  @Test(
    arguments: [
      (.status(503), "POST", nil), (.status(503), "PUT", "PUT"), (.redirect(307, to: .hop), "PUT", "PUT"),
      (.redirect(303, to: .hop), "POST", "GET"),
    ] as [(Fault, String, String?)])
  func `is repeated completely if its method allows it`(fault: Fault, method: String, next: String?) async throws {
    plan(.once(fault))
    let failure = await upload(.data(content), method).failure()
    #expect(failure?.reason == (next == nil ? .unacceptableStatus(503) : nil))
    #expect(server.requests.map(\.method) == [method, next].compactMap(\.self))
    #expect(server.requests.dropFirst().allSatisfy { $0.body == (next == "GET" ? Data() : content) })
    #expect(server.requests.last?.fields["Content-Type"] == (next == "GET" ? nil : "text/plain"))
  }

  @Test func `fails if its file is removed before the next attempt`() async throws {
    plan(.always(.status(503)))
    try content.write(to: folder.file())
    let policy = RetryPolicy(attempts: 3, backoff: .constant(.zero)) { [folder] error in
      try? FileManager.default.removeItem(at: folder.file())
      return error.isWorthRetrying
    }
    let error = await upload(.file(folder.file()), retryPolicy: policy).failure()
    #expect(error?.reason == .sourceNotReadable(folder.file()))
    #expect(server.requests.count == 1)
  }

  @Test func `reports its full size if the server responds early`() async throws {
    plan(.once(.status(503)), .nth(1, .statusBeforeBody(200)))
    let recording = Recording(upload(.data(Data(count: 20_000_000))))
    _ = try await recording.result.get()
    let bytes = recording.reports.map(\.transferredBytes)
    #expect(bytes == bytes.sorted())
    #expect(recording.reports.last?.transferredBytes == 20_000_000)
    #expect(recording.reports.last?.expectedBytes == 20_000_000)
  }
}
