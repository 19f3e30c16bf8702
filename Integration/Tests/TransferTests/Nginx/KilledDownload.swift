import Crypto
import Foundation
import TestSupport
import Testing
import Tidings

/// A download in a separate process, which is killed during the download and started again.
struct KilledDownload: Sendable {
  let server: NginxServer
  let folder: ScratchFolder
  let bytes: Data
  var isSlow = false

  /// Each run requests another URL of the same file, like a newly signed one. So the log distinguishes the runs.
  func target(_ run: Int) -> String { (isSlow ? "/slow/file" : "/file") + "?run=\(run)" }

  func start(_ run: Int, of bytes: Data? = nil) throws -> ChildProcess {
    let digest = SHA256.hash(data: bytes ?? self.bytes).hexadecimal
    return try ChildProcess(
      BuildFolder.executable("download-once"),
      [
        server.url(String(target(run).dropFirst())).absoluteString, folder.file().path,
        "--sha256", digest,
      ],
      output: logs.file("run-\(run)"))
  }

  private let logs: ScratchFolder

  init(of bytes: Data, isSlow: Bool = false) async throws {
    server = try await NginxServer()
    (folder, logs) = (ScratchFolder(), ScratchFolder())
    (self.bytes, self.isSlow) = (bytes, isSlow)
    try server.serve(bytes, as: "file")
  }

  /// The size of the partial file, or nil if it does not exist.
  var partialByteCount: Int? {
    let attributes = try? FileManager.default.attributesOfItem(atPath: folder.file(".file.partial").path)
    return (attributes?[.size] as? NSNumber)?.intValue
  }

  var isFinished: Bool { FileManager.default.fileExists(atPath: folder.file().path) }

  /// Starts a run, and kills it when the partial file has this size.
  func killRun(_ run: Int, at byteCount: Int) async throws {
    let process = try start(run)
    // The system does not report the growth of a file.
    await eventually("\(byteCount) bytes in a file", showing: { "\(partialByteCount ?? 0): \(process.output)" }) {
      process.hasEnded || isFinished || partialByteCount.map { $0 >= byteCount } ?? false
    }
    process.kill()
    let end = await process.ended()
    #expect(end == .signal(SIGKILL) || end == .exit(0), "\(process.output)")
  }

  /// Expects that the destination does not exist, or has all bytes.
  func expectNothingOrWhole() throws {
    guard isFinished else { return }
    #expect(try Data(contentsOf: folder.file()) == bytes)
    #expect(partialByteCount == nil)
  }

  /// Starts a run, and expects that it completes the download.
  func finishRun(_ run: Int, as bytes: Data? = nil) async throws {
    let bytes = bytes ?? self.bytes
    let process = try start(run, of: bytes)
    #expect(await process.ended() == .exit(0), "\(process.output)")
    #expect(try Data(contentsOf: folder.file()) == bytes)
    #expect(try folder.names == ["file"])
  }

  /// The offset at which the next run resumes, up to which bytes were synchronized with the disk.
  func resumableByteCount() async throws -> Int {
    Int(try await Downloader().unfinishedDownloads(in: folder.url).first?.byteCount ?? 0)
  }

  /// The first range that the next run requests.
  func nextRange() async throws -> String {
    let count = try await resumableByteCount()
    guard count > 0 else { return "bytes=0-\((8 << 20) - 1)" }
    // The last byte of a complete file is requested, because the file may have changed.
    let first = min(count, bytes.count - 1)
    return "bytes=\(first)-\(min(first + (8 << 20), bytes.count) - 1)"
  }
}
