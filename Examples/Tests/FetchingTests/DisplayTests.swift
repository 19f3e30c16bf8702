import Fetching
import Testing
import Tidings

struct LiveDisplayTests {
  private let lines = [ProgressLine(name: "one"), ProgressLine(name: "two")]
  private var total: TotalLine { TotalLine(progress: DownloaderProgress(), lines: lines) }

  @Test func `draws over the previous lines`() {
    var display = LiveDisplay(columns: 80)
    let first = display.text(for: lines, total: total)
    #expect(first.hasPrefix("\u{1B}[?7l\r\u{1B}[2Kone "))
    #expect(first.hasSuffix("0 of 2 done\n\u{1B}[?7h"))
    #expect(display.text(for: lines, total: total) == "\u{1B}[?7l\u{1B}[3A" + first.dropFirst("\u{1B}[?7l".count))
  }

  @Test func `draws one row for each line and one for the total`() {
    var display = LiveDisplay(columns: 10)
    let rows = display.text(for: lines, total: total).split(separator: "\n").dropLast()
    #expect(rows.count == 3)
    #expect(rows.allSatisfy { $0.drop { $0 != "\r" }.count == "\r\u{1B}[2K".count + 10 })
  }
}

struct PlainDisplayTests {
  private func texts(expecting expectedBytes: Int64?, at transferred: [Int64]) -> [String] {
    var display = PlainDisplay()
    return transferred.compactMap { bytes in
      let progress = TransferProgress(transferredBytes: bytes, expectedBytes: expectedBytes)
      return display.text(for: ProgressLine(name: "file", state: .downloading(progress)), at: 0)
    }
  }

  @Test func `prints one line for each quarter`() {
    #expect(
      texts(expecting: 100, at: [0, 1, 24, 25, 26, 60, 99, 100]) == [
        "file: 0 % of 100 B\n", "file: 25 % of 100 B\n", "file: 50 % of 100 B\n", "file: 75 % of 100 B\n",
        "file: 100 % of 100 B\n",
      ])
  }

  @Test func `prints one line if the size is unknown`() {
    #expect(texts(expecting: nil, at: [0, 10, 1_000]) == ["file: started\n"])
  }

  @Test func `counts the quarters of each file`() {
    var display = PlainDisplay()
    let half = ProgressLine.State.downloading(TransferProgress(transferredBytes: 1, expectedBytes: 2))
    #expect(display.text(for: ProgressLine(name: "one", state: half), at: 0) == "one: 50 % of 2 B\n")
    #expect(display.text(for: ProgressLine(name: "two", state: half), at: 1) == "two: 50 % of 2 B\n")
    #expect(display.text(for: ProgressLine(name: "one", state: half), at: 0) == nil)
  }

  @Test func `prints nothing in other states`() {
    var display = PlainDisplay()
    for state in [ProgressLine.State.waiting, .failed("no"), .finished(byteCount: 1)] {
      #expect(display.text(for: ProgressLine(name: "file", state: state), at: 0) == nil)
    }
  }
}
