import AsyncHTTPClient
import AsyncHTTPClientTransport
import Foundation
import NIOCore
import Testing
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads with AsyncHTTPClient, which keep all promises of transfers.
@Suite(.timeLimit(.minutes(10)))
struct ClientDownloadTests {
  private let folder: ScratchFolder
  private let server: FaultServer
  private let transport = AsyncHTTPClientTransport()
  private let file = ServedFile(byteCount: 100_000)

  init() throws {
    folder = ScratchFolder()
    server = FaultServer()
  }

  private func download(_ transfer: TransferRequest) -> TransferTask<DownloadedFile> {
    transport.publishedTask(downloading: transfer, to: folder.file())
  }

  private func expectWhole() throws {
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    #expect(try folder.names == ["file"])
  }

  @Test func `gets a file in ranges on one connection`() async throws {
    server.serve(file)
    let recording = Recording(download(server.transfer(range: 40_000)))
    #expect(try await recording.result.get().byteCount == 100_000)
    try expectWhole()
    #expect(server.ranges == ["bytes=0-39999", "bytes=40000-79999", "bytes=80000-99999"])
    #expect(server.counts.acceptedConnections == 1)
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  @Test func `resumes where it has stopped`() async throws {
    server.serve(file, [.once(.close(at: 50_000))])
    var transfer = server.transfer(range: 20_000)
    transfer.isResumable = true
    transfer.retryPolicy = .never
    let error = await #expect(throws: TransferError.self) { try await download(transfer).result().get() }
    let arrived = try #require(error?.byte)
    #expect((40_000...50_000).contains(arrived))
    #expect(error?.isWorthRetrying == true)
    _ = try await download(transfer).result().get()
    try expectWhole()
    #expect(server.ranges.contains("bytes=\(arrived)-\(arrived + 19_999)"))
    #expect(server.ranges.count { $0?.hasPrefix("bytes=0-") == true } == 1)
  }

  @Test func `reports a short body`() async throws {
    server.serve(file, [.always(.close(at: 60_000))])
    var transfer = server.transfer(range: 1 << 20)
    transfer.retryPolicy = .never
    let error = await #expect(throws: TransferError.self) { try await download(transfer).result().get() }
    #expect(error?.reason == .truncated(expectedBytes: 100_000))
    // Bytes that the client has not passed on are lost when the connection ends.
    #expect((0...60_000).contains(try #require(error?.byte)))
    #expect(error?.underlying != nil)
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: [Fault.chunkedClose(at: 60_000), .chunkedBadSize(at: 60_000)])
  func `reports a short body without a length`(fault: Fault) async throws {
    server.serve(file, [.always(.rangeIgnored), .always(fault)])
    var transfer = server.transfer()
    transfer.retryPolicy = .never
    let error = await #expect(throws: TransferError.self) { try await download(transfer).result().get() }
    #expect(error?.reason == .connectionFailed)
    #expect(try folder.names.isEmpty)
  }

  @Test func `reports a missing server`() async throws {
    // The time for which the client retries to connect.
    let timeout = HTTPClient.Configuration.Timeout(connect: .milliseconds(200))
    let transport = AsyncHTTPClientTransport(configuration: HTTPClient.Configuration(timeout: timeout))
    try await LoopbackServer.withDeafServer { request in
      let error = await #expect(throws: TransferError.self) {
        try await transport.publishedTask(downloading: request, to: folder.file()).result().get()
      }
      #expect(error?.reason == .connectionFailed)
      #expect(error?.underlying != nil)
      #expect(error?.isWorthRetrying == true)
    }
  }

  @Test func `hangs up when it is cancelled`() async throws {
    server.serve(file, [.always(.stall(at: 50_000))])
    let recording = Recording(download(server.transfer()))
    await recording.reports(1)
    await server.wait { $0.stalled == 1 }
    recording.invalidate()
    await server.wait { $0.stalled == 0 && $0.connections == 0 }
    await folder.has([])
  }

  @Test func `hangs up when nothing arrives for too long`() async throws {
    server.serve(file, [.always(.stallBeforeHead)])
    var transfer = server.transfer()
    transfer.retryPolicy = .never
    transfer.idleTimeout = .milliseconds(100)
    let error = await #expect(throws: TransferError.self) { try await download(transfer).result().get() }
    #expect(error?.reason == .stalled(.milliseconds(100)))
    await server.wait { $0.responding == 0 }
  }

  @Test func `finishes when the transport is released`() async throws {
    server.serve(file, [.once(.stall(at: 50_000))])
    var transport: AsyncHTTPClientTransport? = AsyncHTTPClientTransport()
    let task = try #require(transport?.publishedTask(downloading: server.transfer(), to: folder.file()))
    let recording = Recording(task)
    await server.wait { $0.stalled == 1 }
    transport = nil
    server.releaseStalls()
    _ = try await recording.result.get()
    try expectWhole()
  }

  @Test func `removes credentials for a redirect to another origin`() async throws {
    let elsewhere = FaultServer()
    let target = elsewhere.serve(file, at: "/target")
    server.serve(file, [.always(.redirect(302, to: .address(target.absoluteString)))])
    var transfer = server.transfer()
    transfer.urlRequest.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    transfer.urlRequest.setValue("id=secret", forHTTPHeaderField: "Cookie")
    transfer.urlRequest.setValue("text/plain", forHTTPHeaderField: "Accept")
    _ = try await download(transfer).result().get()
    try expectWhole()
    #expect(server.requests.first?.fields["Authorization"] == "Bearer secret")
    #expect(server.requests.first?.fields["Cookie"] == "id=secret")
    #expect(elsewhere.requests.allSatisfy { $0.fields["Accept"] == "text/plain" })
    let sent = elsewhere.requests.flatMap(\.fields.lines)
    #expect(!sent.isEmpty && sent.allSatisfy { !$0.value.contains("secret") })
  }

  @Test func `follows no redirect by itself`() async throws {
    server.serve(file, [.always(.redirect(302, to: .hop))])
    var transfer = server.transfer()
    transfer.redirectPolicy = .none
    let error = await #expect(throws: TransferError.self) { try await download(transfer).result().get() }
    guard case .redirectRefused = error?.reason else { throw try #require(error) }
    #expect(server.requests.count == 1)
  }
}
