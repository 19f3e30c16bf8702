import Testing

@testable import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct DestinationLockTests {
  private let folder = ScratchFolder()

  @Test(arguments: ["link", "place/../link", "link/../place"])
  func `applies to a file, by each path of its folder`(path: String) async throws {
    try FileManager.default.createDirectory(at: folder.file("place"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file("place"))
    let first = DestinationLock(for: folder.file("place").appending(component: "file"))
    try await first.take()
    let second = DestinationLock(for: URL(filePath: "\(folder.url.path)/\(path)/file"))
    // The first one has not been cancelled.
    await #expect(throws: TransferError.self) { try await second.take() }
    first.release()
    try await second.take()
    second.release()
  }

  @Test func `applies to two files if the destination is a link`() async throws {
    try FileManager.default.createSymbolicLink(at: folder.file("link"), withDestinationURL: folder.file())
    let (first, second) = (DestinationLock(for: folder.file()), DestinationLock(for: folder.file("link")))
    try await first.take()
    try await second.take()
    first.release()
    second.release()
  }
}
