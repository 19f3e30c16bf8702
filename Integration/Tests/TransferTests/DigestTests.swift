import AsyncHTTPClientTransport
public import Crypto
import Foundation
import Testing
public import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// One line for each function that the program uses.
extension SHA256: IncrementalHash {}
extension SHA512: IncrementalHash {}

/// Downloads whose digests are computed by swift-crypto, along the way.
@Suite(.timeLimit(.minutes(10)))
struct DigestTests {
  enum Carrier: CaseIterable, Sendable {
    case session, client

    var transport: any Transport {
      switch self {
      case .session: URLSession.shared
      case .client: AsyncHTTPClientTransport()
      }
    }
  }

  private let folder: ScratchFolder
  private let server: FaultServer
  private let file = ServedFile(byteCount: 100_000)

  init() throws {
    folder = ScratchFolder()
    server = FaultServer()
  }

  private var sha256: String { SHA256.hash(data: file.bytes).hexadecimal }

  private func download(_ digest: ExpectedDigest?, by carrier: Carrier) async throws -> DownloadedFile {
    let digest: ExpectedDigest = try #require(digest)
    var transfer = server.transfer(range: 30_000)
    transfer.retryPolicy = .never
    transfer.isResumable = true
    transfer.expectedDigest = digest
    return try await carrier.transport.publishedTask(downloading: transfer, to: folder.file()).result().get()
  }

  /// Leaves a part of the file on disk.
  private func begin(by carrier: Carrier) async throws {
    server.serve(file, [.once(.close(at: 50_000))])
    await #expect(throws: TransferError.self) {
      try await download(ExpectedDigest(SHA256.self, hexadecimal: sha256), by: carrier)
    }
    #expect(try Data(contentsOf: folder.file(".file.partial")).count == 50_000)
  }

  private func expectWhole() throws {
    #expect(try Data(contentsOf: folder.file()) == file.bytes)
    #expect(try folder.names == ["file"])
  }

  private func expectRefusal(_ digest: ExpectedDigest?, by carrier: Carrier) async throws {
    let error = await #expect(throws: TransferError.self) { try await download(digest, by: carrier) }
    guard case .unexpectedDigest(let expected, let actual) = error?.reason else { throw try #require(error) }
    #expect(expected == String(repeating: "00", count: 32))
    #expect(actual == sha256)
    #expect(error?.isWorthRetrying == false)
    #expect(try folder.names.isEmpty)
  }

  @Test(arguments: Carrier.allCases)
  func `a file with the right digest is taken`(carrier: Carrier) async throws {
    server.serve(file)
    _ = try await download(ExpectedDigest(SHA256.self, hexadecimal: sha256), by: carrier)
    try expectWhole()
  }

  @Test func `any function will do`() async throws {
    server.serve(file)
    _ = try await download(ExpectedDigest(SHA512.self, bytes: SHA512.hash(data: file.bytes)), by: .session)
    try expectWhole()
  }

  @Test(arguments: Carrier.allCases)
  func `a file with another digest is removed`(carrier: Carrier) async throws {
    server.serve(file)
    try await expectRefusal(ExpectedDigest(SHA256.self, bytes: [UInt8](repeating: 0, count: 32)), by: carrier)
  }

  @Test(arguments: Carrier.allCases)
  func `bytes on disk are part of the digest`(carrier: Carrier) async throws {
    try await begin(by: carrier)
    _ = try await download(ExpectedDigest(SHA256.self, hexadecimal: sha256), by: carrier)
    try expectWhole()
    #expect(server.ranges.contains("bytes=50000-79999"))
  }

  @Test(arguments: Carrier.allCases)
  func `a resumed file with another digest is removed`(carrier: Carrier) async throws {
    try await begin(by: carrier)
    try await expectRefusal(ExpectedDigest(SHA256.self, bytes: [UInt8](repeating: 0, count: 32)), by: carrier)
  }

  @Test(arguments: Carrier.allCases)
  func `a change on disk is found`(carrier: Carrier) async throws {
    try await begin(by: carrier)
    try Data(count: 50_000).write(to: folder.file(".file.partial"))
    await #expect(throws: TransferError.self) {
      try await download(ExpectedDigest(SHA256.self, hexadecimal: sha256), by: carrier)
    }
    #expect(try folder.names.isEmpty)
  }
}
