import Fetching
import Testing

struct ByteRateTests {
  @Test(arguments: [
    ("1", 1), ("300000", 300_000), ("200K", 200 << 10), ("200k", 200 << 10), ("3M", 3 << 20), ("1.5m", 3 << 19),
    ("2G", 2 << 30), ("0.5K", 512),
  ])
  func `accepts numbers with a unit`(text: String, bytesPerSecond: Int) {
    #expect(ByteRate(text)?.bytesPerSecond == bytesPerSecond)
  }

  @Test(arguments: ["", "0", "0.4", "-1", "K", "1KB", "1 K", "1e3", ".5", "1.", "fast", "99999999999999999999G", "٣"])
  func `rejects other texts`(text: String) {
    #expect(ByteRate(text) == nil)
  }
}
