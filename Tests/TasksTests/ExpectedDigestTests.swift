import Testing
import TidingsTasks

struct ExpectedDigestTests {
  @Test func `reads and writes hexadecimal`() {
    #expect(ExpectedDigest(FNV1a.self, hexadecimal: "00ff1A")?.bytes == [0, 255, 26])
    #expect(([0, 255, 26] as [UInt8]).hexadecimal == "00ff1a")
  }

  @Test(arguments: ["", "0", "0g", "00 ", "０0", "0x00"])
  func `rejects other text`(text: String) {
    #expect(ExpectedDigest(FNV1a.self, hexadecimal: text) == nil)
  }
}
