import Fetching
import Foundation
import Testing
import Tidings

struct DigestTests {
  @Test func isTheOneOfTheStandard() async throws {
    let folder = try ScratchFolder()
    try Data("abc".utf8).write(to: folder.file("abc"))
    #expect(
      try await PublishedTask.digest(of: folder.file("abc")).value
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
  }

  @Test func isTheSameForAFileOfSeveralBlocksAndForItsBytes() async throws {
    let folder = try ScratchFolder()
    let generated = GeneratedFile(name: "some", byteCount: 3 << 20 + 5)
    #expect(generated.bytes.count == 3 << 20 + 5)
    try Data(generated.bytes).write(to: folder.file("some"))
    #expect(try await PublishedTask.digest(of: folder.file("some")).value == generated.digest)
  }

  @Test func failsWithoutAFile() async throws {
    let folder = try ScratchFolder()
    await #expect(throws: (any Error).self) { try await PublishedTask.digest(of: folder.file("none")).value }
  }
}

struct GeneratedFileTests {
  @Test func isTheSameEachTimeAndDiffersByName() {
    let one = GeneratedFile(name: "one", byteCount: 100)
    #expect(GeneratedFile(name: "one", byteCount: 100).bytes == one.bytes)
    #expect(GeneratedFile(name: "two", byteCount: 100).bytes != one.bytes)
    #expect(GeneratedFile(name: "two", byteCount: 100).digest != one.digest)
  }
}
