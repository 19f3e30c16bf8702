import Fetching
import Testing
import Tidings

struct ProgressLineTests {
  private func text(_ state: ProgressLine.State, columns: Int = 200) -> String {
    ProgressLine(name: "file.bin", state: state).text(columns: columns)
  }

  @Test func `shows bytes speed and percent`() {
    let progress = TransferProgress(transferredBytes: 3 << 20, expectedBytes: 4 << 20, bytesPerSecond: 1_500)
    #expect(text(.downloading(progress)) == "file.bin              75 %  3.0 MiB of 4.0 MiB  1.4 KiB/s")
  }

  @Test func `shows no percentage if the size is unknown`() {
    let progress = TransferProgress(transferredBytes: 1_023, bytesPerSecond: 0)
    #expect(text(.downloading(progress)) == "file.bin              1023 B  0 B/s")
  }

  @Test func `shows hundred percent only when it is complete`() {
    let almost = TransferProgress(transferredBytes: 999_999, expectedBytes: 1_000_000)
    #expect(text(.downloading(almost)).contains(" 99 % "))
  }

  @Test(arguments: [
    (ProgressLine.State.waiting, "waiting"), (.failed("It is gone"), "It is gone"),
    (.finished(byteCount: 5 << 30), "5.0 GiB, done"),
  ])
  func `shows the state`(state: ProgressLine.State, expected: String) {
    #expect(text(state) == "file.bin              " + expected)
  }

  @Test func `is no wider than the terminal`() {
    #expect(text(.failed("A long story"), columns: 30) == "file.bin              A long s")
    #expect(text(.failed("A long story"), columns: 4) == "file")
  }

  @Test func `shortens a long name`() {
    let line = ProgressLine(name: "a-name-of-more-than-twenty-characters", state: .waiting)
    #expect(line.text(columns: 80) == "a-name-of-more-than…  waiting")
  }
}
