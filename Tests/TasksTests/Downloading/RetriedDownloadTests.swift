import Testing
import TidingsAdapters
import TidingsTasks

/// The retry policy applies to a complete body that is not the expected one, as for loads.
@Suite(.timeLimit(.minutes(10)))
struct RetriedDownloadTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 10_000)

  /// A check that only a complete body can fail, and a response that fails it.
  enum Check: Sendable, CaseIterable {
    case size, digest
  }

  private func download(_ check: Check, isResumable: Bool) -> TransferTask<DownloadedFile> {
    folder.download(
      server.transfer(range: nil).with {
        $0.isResumable = isResumable
        if check == .size { $0.expectedByteCount = file.byteCount } else { $0.expectedDigest = file.expectedDigest }
        $0.retryPolicy = RetryPolicy(attempts: 3, backoff: .constant(.zero)) { error in
          switch error.reason {
          case .unexpectedSize, .unexpectedDigest: true
          default: false
          }
        }
      })
  }

  /// The server sends the wrong file a number of times, without its size.
  private func serve(_ check: Check, wrongTimes count: Int) {
    let fault: Fault = check == .size ? .resized(-10) : .replaced
    server.serve(file, [.until(count, fault), .always(.rangeIgnored), .always(.untilClose)])
  }

  @Test(arguments: Check.allCases, [false, true])
  func `a file with the wrong size or digest is requested again from its start`(
    check: Check, isResumable: Bool
  ) async throws {
    serve(check, wrongTimes: 2)
    let result = try await download(check, isResumable: isResumable).result().get()
    #expect(result.byteCount == file.byteCount)
    #expect(server.ranges.count == 3 && Set(server.ranges).count == 1)
    try folder.expectOnly(file)
  }

  @Test(arguments: Check.allCases, [false, true])
  func `a file that is wrong in each attempt fails after the last one`(check: Check, isResumable: Bool) async throws {
    serve(check, wrongTimes: .max)
    let error = await download(check, isResumable: isResumable).failure()
    switch check {
    case .size: #expect(error?.reason == .unexpectedSize(expectedBytes: 10_000, actualBytes: 9_990))
    case .digest:
      #expect(
        error?.reason
          == .unexpectedDigest(expected: file.digest.hexadecimal, actual: file.replaced.digest.hexadecimal))
    }
    #expect(error?.byte == (check == .size ? 9_990 : 10_000))
    #expect(server.requests.count == 3)
    #expect(try folder.names.isEmpty)
  }
}
