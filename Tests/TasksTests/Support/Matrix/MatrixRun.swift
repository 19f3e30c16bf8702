import TestSupport
import TidingsAdapters
import TidingsCore
import TidingsTasks

/// Runs cases of the matrix, a few at a time. Cases with a stalling server do not delay the others.
extension Transport {
  func run(_ cases: [MatrixCase]) async throws -> MatrixReport {
    async let stalling = run(cases.filter(\.plan.stalls), concurrently: 32)
    var total = try await run(cases.filter { !$0.plan.stalls }, concurrently: 8)
    total.add(try await stalling)
    return total
  }

  private func run(_ cases: [MatrixCase], concurrently limit: Int) async throws -> MatrixReport {
    try await withThrowingTaskGroup(of: MatrixReport.self) { group in
      var total = MatrixReport()
      for (index, testCase) in cases.enumerated() {
        if index >= limit, let next = try await group.next() { total.add(next) }
        group.addTask { try await MatrixRun.report(on: testCase, by: self) }
      }
      for try await next in group { total.add(next) }
      return total
    }
  }
}

struct MatrixReport: Sendable {
  /// The differences from the expected outcomes, as sentences.
  var findings: [String] = []
  /// The number of exchanges that exceeded their idle limit although the server did not stall: because the system's
  /// libraries had lost the connection, and for any other reason.
  var lostCount = 0, idleCount = 0
  /// The connections that the servers accepted, from the clients' side.
  var connections: Set<ServerSocket.Ports> = []

  mutating func add(_ other: Self) {
    findings += other.findings
    lostCount += other.lostCount
    idleCount += other.idleCount
    connections.formUnion(other.connections)
  }
}

/// Runs one case of the matrix with its own server and folder, and compares the result with the expected outcome.
private struct MatrixRun<Base: Transport> {
  private let testCase: MatrixCase
  private let transport: ObservedTransport<Base>
  /// The client's connections at the moment when an exchange exceeded its idle limit.
  private let idleTimeouts = EventState<[[ConnectionWatch]]>([])
  private let server: FaultServer
  private let folder: ScratchFolder

  private init(_ testCase: MatrixCase, by base: Base) throws {
    let server = FaultServer()
    (self.testCase, self.server, folder) = (testCase, server, ScratchFolder())
    transport = ObservedTransport(base: base) { [idleTimeouts] in
      let connections = ConnectionWatch.all(to: server)
      idleTimeouts.change { $0.append(connections) }
    }
  }

  /// Runs a case. Runs it once more if it failed and a connection was lost, which is counted.
  static func report(on testCase: MatrixCase, by base: Base) async throws -> MatrixReport {
    let first = try MatrixRun(testCase, by: base)
    var report = try await first.report()
    guard report.lostCount > 0, report.idleCount == 0, !report.findings.isEmpty else { return report }
    report.findings = []
    report.add(try await MatrixRun(testCase, by: base).report())
    return report
  }

  /// Runs the case. If an exchange exceeds its idle limit although the server does not stall, its connections are
  /// printed, also if a later attempt of the download succeeds.
  private func report() async throws -> MatrixReport {
    var report = MatrixReport()
    report.findings = try await run().map { "\(testCase): \($0)" }
    report.connections = server.clients
    let idleTimeouts = idleTimeouts.state
    let unexpectedCount = idleTimeouts.count - server.counts.stalls
    guard unexpectedCount > 0 else { return report }
    report.lostCount = min(unexpectedCount, idleTimeouts.count { $0.contains(where: \.isLost) })
    report.idleCount = unexpectedCount - report.lostCount
    if report.idleCount > 0 {
      report.findings.append("\(testCase): its idle limit was exceeded, and the server did not stall")
    }
    let what = report.idleCount > 0 ? "Idle limit exceeded without a stall of the server" : "Lost connection"
    print("\(what): \(testCase)\n  Repeat: \(testCase.command)\n  \(idleTimeouts)")
    return report
  }

  private var mode: MatrixMode { testCase.mode }

  private func request() -> TransferRequest {
    server.request().with {
      $0.rangeByteCount = mode.rangeByteCount
      $0.isResumable = mode == .resumed
      $0.idleTimeout = .seconds(2)
      $0.idleClock = StallClock(of: server)
    }
  }

  private func download(_ request: TransferRequest) async -> Result<DownloadedFile, any Error> {
    await Recording(transport.publishedTask(downloading: request, to: folder.file())).result
  }

  private func run() async throws -> [String] {
    var findings: [String] = []
    if mode == .resumed { findings += try await leaveBytesOnDisk() }
    server.serve(MatrixMode.file, mode.faults + testCase.plan.faults)
    let earlier = server.requests.count

    var request = request()
    let plan = testCase.plan
    request.retryPolicy = RetryPolicy(attempts: plan.attempts, backoff: .constant(.zero))
    if testCase.plan.knowsWhole {
      request.expectedByteCount = MatrixMode.file.byteCount
      request.expectedDigest = ExpectedDigest(FNV1a.self, bytes: MatrixMode.file.digest)
    }
    request.maximumByteCount = testCase.plan.maximumByteCount
    let result = await download(request)

    switch result {
    case .success(let file): findings += try differences(of: file)
    case .failure(let error): findings += try differences(of: error)
    }
    let first = server.requests.dropFirst(earlier).first
    if mode == .resumed, first?.fields["Range"]?.hasPrefix("bytes=6000-") != true {
      findings.append("it did not resume at byte 6,000: \(first?.fields["Range"] ?? "no range")")
    }
    if !(await comesTrue { server.counts.responding == 0 }) {
      findings.append("a response is still being sent: \(server.counts)")
    }
    if mode == .resumed, case .failure = result { findings += try await resume() }
    let folder = folder.url
    if !(await comesTrue { ProcessFootprint.files(in: folder) == 0 }) {
      findings.append("a file is still open")
    }
    await server.stop()
    return findings
  }

  /// Stops the download at a byte, so that it can resume from there.
  private func leaveBytesOnDisk() async throws -> [String] {
    server.serve(MatrixMode.file, [.always(.close(at: MatrixMode.bytesOnDisk))])
    guard case .failure = await download(request()) else { return ["no bytes were left on disk"] }
    return try folder.names.isEmpty ? ["no bytes were left on disk"] : []
  }

  /// After a failure, a server without faults delivers the file.
  private func resume() async throws -> [String] {
    server.serve(MatrixMode.file)
    let result = await download(request())
    guard case .success = result else { return ["it cannot resume: \(result)"] }
    let bytes = try Data(contentsOf: folder.file())
    return try (bytes == MatrixMode.file.bytes ? [] : ["it resumed with wrong bytes"])
      + (folder.names == ["file"] ? [] : ["files left behind after it resumed: \(folder.names)"])
  }

  private func differences(of file: DownloadedFile) throws -> [String] {
    var findings: [String] = []
    let bytes = try Data(contentsOf: folder.file())
    if testCase.outcome.files.isEmpty { findings.append("it succeeded with \(bytes.count) bytes") }
    if !testCase.outcome.files.contains(where: { $0.byteCount == bytes.count && $0.bytes == bytes }) {
      findings.append("the \(bytes.count) bytes are not those of a possible file")
    }
    if file.byteCount != bytes.count { findings.append("it reports \(file.byteCount) of \(bytes.count) bytes") }
    if try folder.names != ["file"] { findings.append("files left behind: \(try folder.names)") }
    return findings
  }

  private func differences(of error: any Error) throws -> [String] {
    guard let error = error as? TransferError else { return ["untyped: \(error)"] }
    var findings: [String] = []
    let failure = MatrixOutcome.Failure(error.reason)
    if !testCase.outcome.failures.contains(failure) { findings.append("it failed with \(error.reason): \(error)") }
    if let byte = testCase.outcome.byte, error.byte != byte {
      findings.append("the error is at byte \(byte), but names \(String(describing: error.byte))")
    }
    if error.url?.port != Int(server.port) { findings.append("the error has the URL \(String(describing: error.url))") }
    let names = try folder.names
    if names.contains("file") { findings.append("there is a file despite the error") }
    if (mode != .resumed || failure == .unexpectedDigest) && !names.isEmpty {
      findings.append("files left behind: \(names)")
    }
    return findings
  }
}

extension MatrixOutcome.Failure {
  init(_ reason: TransferError.Reason) {
    self =
      switch reason {
      case .connectionFailed: .connectionFailed
      case .stalled: .stalled
      case .truncated: .truncated
      case .tooLong: .tooLong
      case .tooLarge: .tooLarge
      case .invalidResponse: .invalidResponse
      case .redirectRefused: .redirectRefused
      case .unexpectedSize: .unexpectedSize
      case .unexpectedDigest: .unexpectedDigest
      case .unsupportedURL: .unsupportedURL
      case .unacceptableStatus(let status): .status(status)
      default: .other("\(reason)")
      }
  }
}
