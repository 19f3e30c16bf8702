import Testing
import TidingsCore
import TidingsTasks

struct LineSplitterTests {
  private let file = URL(filePath: "/file")

  private func lines(
    _ bytes: some Sequence<UInt8>, chunkSize: Int, maximum: Int = 100, repairing: Bool = false
  ) throws(FileError) -> [String] {
    var splitter = LineSplitter(of: file, maximumByteCount: maximum, isRepairing: repairing)
    var lines = FIFO<String>()
    var rest = Data(bytes)[...]
    while !rest.isEmpty {
      try splitter.split(rest.prefix(chunkSize), into: &lines)
      rest = rest.dropFirst(chunkSize)
    }
    try splitter.finish(into: &lines)
    return lines.elements
  }

  @Test(arguments: 1...12)
  func `returns the same lines for any division into chunks`(chunkSize: Int) throws {
    let rows: [(String, [String])] = [
      ("", []), ("\n", [""]), ("\n\n", ["", ""]), ("one", ["one"]), ("one\n", ["one"]),
      ("one\ntwo", ["one", "two"]), ("one\r\ntwo\r\n", ["one", "two"]), ("\r\n", [""]), ("a\rb\n", ["a\rb"]),
      ("a\r\r\n", ["a\r"]), ("a\r", ["a\r"]), ("ä\nö🗞️\nü", ["ä", "ö🗞️", "ü"]),
      ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
      ("\u{FEFF}", []), ("\u{FEFF}\n", [""]), ("\n\u{FEFF}", ["", "\u{FEFF}"]), ("a\0b\n", ["a\0b"]),
    ]
    for (text, expected) in rows {
      #expect(try lines(text.utf8, chunkSize: chunkSize).map { Array($0.utf8) } == expected.map { Array($0.utf8) })
    }
  }

  @Test(arguments: 1...12)
  func `reports the start of a line that is not text`(chunkSize: Int) {
    let bytes = Array("ok\r\n".utf8) + [0x61, 0xC3, 0x0A]
    let failure = FileError(.notText, url: file, operation: .read, byte: 4)
    #expect(throws: failure) { try lines(bytes, chunkSize: chunkSize) }
  }

  @Test(arguments: 1...12)
  func `repairs on request`(chunkSize: Int) throws {
    let bytes = Array("ok\n".utf8) + [0x61, 0xC3, 0x0A, 0x62]
    #expect(try lines(bytes, chunkSize: chunkSize, repairing: true) == ["ok", "a\u{FFFD}", "b"])
  }

  @Test(arguments: 1...12)
  func `accepts a line of the maximum length`(chunkSize: Int) throws {
    for ending in ["", "\n", "\r\n"] {
      #expect(try lines("x\n1234\(ending)".utf8, chunkSize: chunkSize, maximum: 4) == ["x", "1234"])
      #expect(try lines("\u{FEFF}1234\(ending)".utf8, chunkSize: chunkSize, maximum: 4) == ["1234"])
    }
  }

  @Test(arguments: 1...12)
  func `rejects a longer line`(chunkSize: Int) {
    let failure = FileError(.lineTooLong(maximumByteCount: 4), url: file, operation: .read, byte: 2)
    for ending in ["", "\n", "\r\n"] {
      #expect(throws: failure) { try lines("x\n12345\(ending)".utf8, chunkSize: chunkSize, maximum: 4) }
    }
  }

  @Test func `rejects a long line before its end`() {
    var splitter = LineSplitter(of: file, maximumByteCount: 4)
    var lines = FIFO<String>()
    #expect(throws: FileError.self) { try splitter.split(Data(repeating: 0x61, count: 6), into: &lines) }
  }
}
