import Foundation
import TidingsAdapters
import TidingsCore
import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one case of the matrix with a server and a folder of its own, and says what is wrong about what came of it.
struct MatrixRun {
  private let testCase: MatrixCase
  private let session: URLSession
  private let server: FaultServer
  private let folder: ScratchFolder

  init(_ testCase: MatrixCase, in session: URLSession) throws {
    (self.testCase, self.session) = (testCase, session)
    (server, folder) = (try FaultServer(), try ScratchFolder())
  }

  private var mode: MatrixMode { testCase.mode }
  /// The connections that it took so far.
  var connections: Set<ServerSocket.Ports> { server.clients }

  private func request() -> TransferRequest {
    var request = TransferRequest(server.request())
    request.windowByteCount = mode.windowByteCount
    request.segments = mode.segments
    request.resumes = mode == .resumed
    return request
  }

  private func download(_ request: TransferRequest) async -> Result<DownloadedFile, any Error> {
    await Recording(session.publishedTask(downloading: request, to: folder.file())).result
  }

  /// What is wrong, in sentences; nothing, if all is right.
  func findings() async throws -> [String] {
    var findings: [String] = []
    if mode == .resumed { findings += try await leaveBytesOnDisk() }
    server.serve(MatrixMode.file, mode.faults + testCase.plan.faults)
    let earlier = server.requests.count

    var request = request()
    let plan = testCase.plan
    // On a busy machine other attempts may seem to stand still as well.
    let attempts = plan.stalls && plan.attempts > 1 ? 50 : plan.attempts
    request.retry = RetryPolicy(attempts: attempts, backoff: .constant(.zero))
    if plan.stalls { request.idleLimit = .milliseconds(400) }
    if testCase.plan.knowsWhole {
      request.expectedByteCount = MatrixMode.file.byteCount
      request.digest = ExpectedDigest(FNV1a.self, bytes: MatrixMode.file.digest)
    }
    request.maximumByteCount = testCase.plan.maximumByteCount
    let result = await download(request)

    switch result {
    case .success(let file): findings += try judge(file)
    case .failure(let error): findings += try judge(error)
    }
    let first = server.requests.dropFirst(earlier).first
    // On a busy machine the limit may be over before the server has been reached.
    let wasReached = first != nil || !plan.stalls
    if mode == .resumed, wasReached, first?.fields["Range"]?.hasPrefix("bytes=6000-") != true {
      findings.append("it did not go on at byte 6,000: \(first?.fields["Range"] ?? "no range")")
    }
    if !(await ProcessFootprint.settles { server.counts.answering == 0 }) {
      findings.append("a request goes on: \(server.counts)")
    }
    if mode == .resumed, case .failure = result { findings += try await goOn() }
    let folder = folder.url
    if !(await ProcessFootprint.settles { ProcessFootprint.files(in: folder) == 0 }) {
      findings.append("a file is still open")
    }
    await server.stop()
    return findings
  }

  /// Has the download stop at a byte, so that it can go on from there.
  private func leaveBytesOnDisk() async throws -> [String] {
    server.serve(MatrixMode.file, [.always(.close(at: MatrixMode.bytesOnDisk))])
    guard case .failure = await download(request()) else { return ["nothing was left on the disk"] }
    return try folder.names.isEmpty ? ["nothing was left on the disk"] : []
  }

  /// After a failure, a server without faults brings the file.
  private func goOn() async throws -> [String] {
    server.serve(MatrixMode.file)
    let result = await download(request())
    guard case .success = result else { return ["it cannot be gone on with: \(result)"] }
    let bytes = try Data(contentsOf: folder.file())
    return try (bytes == MatrixMode.file.bytes ? [] : ["it went on with wrong bytes"])
      + (folder.names == ["file"] ? [] : ["left behind, when it went on: \(folder.names)"])
  }

  private func judge(_ file: DownloadedFile) throws -> [String] {
    var findings: [String] = []
    let bytes = try Data(contentsOf: folder.file())
    if testCase.outcome.files.isEmpty { findings.append("it succeeded with \(bytes.count) bytes") }
    if !testCase.outcome.files.contains(where: { $0.byteCount == bytes.count && $0.bytes == bytes }) {
      findings.append("the bytes are of no file that there was, \(bytes.count) of them")
    }
    if file.byteCount != bytes.count { findings.append("it says \(file.byteCount) of \(bytes.count) bytes") }
    if try folder.names != ["file"] { findings.append("left behind: \(try folder.names)") }
    return findings
  }

  private func judge(_ error: any Error) throws -> [String] {
    guard let error = error as? TransferError else { return ["untyped: \(error)"] }
    var findings: [String] = []
    let failure = MatrixOutcome.Failure(error.reason)
    if !testCase.outcome.failures.contains(failure) { findings.append("it failed with \(error.reason): \(error)") }
    if let byte = testCase.outcome.byte, mode != .segments, error.byte != byte {
      findings.append("the error is at byte \(byte), and says \(String(describing: error.byte))")
    }
    if error.url?.port != Int(server.port) { findings.append("the error is about \(String(describing: error.url))") }
    let names = try folder.names
    if names.contains("file") { findings.append("there is a file in spite of the error") }
    if (mode != .resumed || failure == .unexpectedDigest) && !names.isEmpty { findings.append("left behind: \(names)") }
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
      case .invalidAnswer: .invalidAnswer
      case .redirectRefused: .redirectRefused
      case .changedOnServer: .changedOnServer
      case .unexpectedSize: .unexpectedSize
      case .unexpectedDigest: .unexpectedDigest
      case .unsupportedURL: .unsupportedURL
      case .unacceptableStatus(let status): .status(status)
      default: .other("\(reason)")
      }
  }
}
