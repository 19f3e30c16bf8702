import AsyncHTTPClientTransport
import Crypto
import Foundation
import Testing
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Downloads from a server that others have written.
@Suite(.enabled(if: NginxServer.program != nil, "\(NginxServer.absence)"), .serialized, .timeLimit(.minutes(10)))
struct NginxTests {
  private let folder: ScratchFolder
  private let server: NginxServer
  private static let bytes = ServedFile(byteCount: 20_000_000).bytes

  init() async throws {
    folder = ScratchFolder()
    server = try await NginxServer()
  }

  private func transfer(_ name: String, of bytes: Data) -> TransferRequest {
    var transfer = TransferRequest(server.url(name))
    transfer.expectedDigest = ExpectedDigest(SHA256.self, bytes: SHA256.hash(data: bytes))
    return transfer
  }

  @Test(arguments: DigestTests.Carrier.allCases)
  func `a file comes in the ranges that the transport needs`(carrier: DigestTests.Carrier) async throws {
    let bytes = Self.bytes
    try server.serve(bytes, as: "file")
    let transfer = transfer("file", of: bytes)
    let downloaded = try await carrier.transport.publishedTask(downloading: transfer, to: folder.file()).result().get()
    #expect(downloaded.byteCount == 20_000_000)
    #expect(try Data(contentsOf: folder.file()) == bytes)
    #expect(try folder.names == ["file"])
    if carrier.transport is URLSession {
      let served = await server.served("/file", atLeast: 3)
      let ranges = ["0-8388607", "8388608-16777215", "16777216-19999999"].map { "bytes \($0)/20000000" }
      #expect(Set(served.map(\.contentRange)) == Set(ranges))
      #expect(served.map(\.status) == [206, 206, 206])
    } else {
      #expect(await server.served("/file", atLeast: 1).map(\.status) == [200])
    }
  }

  @Test func `an empty file comes too`() async throws {
    try server.serve(Data(), as: "file")
    let task = URLSession.shared.publishedTask(downloading: transfer("file", of: Data()), to: folder.file())
    #expect(try await task.result().get().byteCount == 0)
    #expect(try folder.names == ["file"])
  }

  @Test(arguments: DigestTests.Carrier.allCases)
  func `downloads five hundred files, eight at the same time`(carrier: DigestTests.Carrier) async throws {
    let downloader = Downloader(transport: carrier.transport, maximumConcurrentDownloads: 8)
    let files = (0..<500).map { ServedFile(seed: UInt64($0), byteCount: Int64($0) * 131) }
    for (index, file) in files.enumerated() { try server.serve(file.bytes, as: "file-\(index)") }
    try await withThrowingTaskGroup(of: DownloadedFile.self) { group in
      for (index, file) in files.enumerated() {
        let name = "file-\(index)"
        let task = downloader.publishedTask(downloading: transfer(name, of: file.bytes), to: folder.file(name))
        group.addTask { try await task.result().get() }
      }
      try await group.waitForAll()
    }
    #expect(try folder.names.count == 500)
    for (index, file) in files.enumerated() {
      #expect(try Data(contentsOf: folder.file("file-\(index)")) == file.bytes)
    }
  }

  @Test func `a missing file is an error`() async throws {
    let error = await #expect(throws: TransferError.self) {
      let task = URLSession.shared.publishedTask(downloading: transfer("nothing", of: Data()), to: folder.file())
      _ = try await task.result().get()
    }
    #expect(error?.reason == .unacceptableStatus(404))
    #expect(try folder.names.isEmpty)
  }
}
