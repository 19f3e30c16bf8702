import Fetching
import Foundation
import Testing
import Tidings

struct DigestTests {
  @Test func `is the one of the standard`() async throws {
    let folder = try ScratchFolder()
    try Data("abc".utf8).write(to: folder.file("abc"))
    let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    let digest = try await folder.file("abc").sha256.value
    #expect(ExpectedDigest.sha256(hexadecimal: expected)?.bytes == Array(digest))
  }

  @Test func `fails without a file`() async throws {
    let folder = try ScratchFolder()
    await #expect(throws: FileError.self) { try await folder.file("none").sha256.value }
  }

  @Test(arguments: ["", "abc", String(repeating: "0", count: 62), String(repeating: "g", count: 64)])
  func `is not made of something else`(text: String) {
    #expect(ExpectedDigest.sha256(hexadecimal: text) == nil)
  }
}

struct GeneratedFileTests {
  @Test func `is the same each time and differs by name`() {
    let one = GeneratedFile(name: "one", byteCount: 100)
    #expect(one.bytes.count == 100)
    #expect(GeneratedFile(name: "one", byteCount: 100).bytes == one.bytes)
    #expect(GeneratedFile(name: "two", byteCount: 100).bytes != one.bytes)
    #expect(GeneratedFile(name: "two", byteCount: 100).digest != one.digest)
  }
}
