import Fetching
import Testing

struct GeneratedFileTests {
  @Test func `has bytes that depend on its name only`() {
    let one = GeneratedFile(name: "one", byteCount: 100)
    #expect(one.bytes.count == 100)
    #expect(GeneratedFile(name: "one", byteCount: 100).bytes == one.bytes)
    #expect(GeneratedFile(name: "two", byteCount: 100).bytes != one.bytes)
  }
}
