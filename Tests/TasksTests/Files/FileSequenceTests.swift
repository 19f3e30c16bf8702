import Dispatch
import TestSupport
import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct FileSequenceTests {
  private let folder = ScratchFolder()
  private var file: URL { folder.file() }

  private func collect<Element>(
    _ sequence: FileSequence<Element>, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Element] {
    try await finishing("the end of a loop over a file", sourceLocation: sourceLocation) { try await all(of: sequence) }
  }

  private func all<Element>(of sequence: FileSequence<Element>) async throws(FileError) -> [Element] {
    var all: [Element] = []
    for try await element in sequence { all.append(element) }
    return all
  }

  @Test(arguments: [0, 1_000], [1, 7, 100, 1_000, 1 << 18])
  func `delivers the file in chunks to a loop and to subscribers`(byteCount: Int, size: Int) async throws {
    let data = Data((0..<byteCount).map { UInt8($0 & 255) })
    try data.write(to: file)
    let chunks = try await collect(file.chunks(of: size))
    #expect(chunks.dropLast().allSatisfy { $0.count == size })
    #expect(Data(chunks.joined()) == data)
    #expect(chunks.allSatisfy { !$0.isEmpty })
    let (pieces, failure) = await Recording(file.chunks(of: size).broadcaster()).outcome()
    #expect(pieces == chunks)
    #expect(failure == nil)
  }

  @Test func `delivers the file to each subscriber from its beginning`() async throws {
    try Data("abc".utf8).write(to: file)
    let chunks = file.chunks(of: 1).broadcaster()
    let second = Locked<Recording<Result<Data, FileError>>?>(nil)
    let first = Recording(chunks) { update in
      if case .success(Data("b".utf8)) = update { second.withLock { $0 = Recording(chunks) } }
    }
    #expect(await first.all().count == 3)
    #expect(await second.withLock { $0 }?.all().count == 3)
  }

  @Test func `continues to read while a subscriber receives chunks`() async throws {
    try Data(repeating: 1, count: 4 << 20).write(to: file)
    let collected = Recording(file.chunks(of: 1 << 20).broadcaster()) { [file] _ in truncate(file, to: 2 << 20) }
    let (chunks, failure) = await collected.outcome()
    #expect(chunks.count == 2)
    #expect(failure?.reason == .shrank)
    #expect(failure?.byte == 2 << 20)
  }

  @Test(arguments: [1 << 20, 511 << 10])
  func `reads at most the documented distance ahead of a slow loop`(size: Int) async throws {
    try Data(repeating: 1, count: 3 * size).write(to: file)
    try await finishing("the steps of a loop") { [file] () async throws in
      var chunks = file.chunks(of: size).makeAsyncIterator()
      #expect(try await chunks.next()?.count == size)
      truncate(file, to: UInt64(size))
      truncate(file, to: UInt64(2 * size))
      // Zeros, because the chunk is read only now.
      #expect(try await chunks.next() == Data(count: size))
      let error = await #expect(throws: FileError.self) { try await chunks.next() }
      #expect(error?.reason == .shrank)
      #expect(try await chunks.next() == nil)
    }
  }

  @Test func `lets other file tasks run while subscribers read long files`() async throws {
    let long = folder.file("long")
    for file in [long, file] { try Data("a".utf8).write(to: file) }
    truncate(long, to: 1 << 30)
    let events = EventState<[String]>([])
    var tokens = (0..<8).map { _ in
      long.chunks(of: 1 << 16).broadcaster().attach({ _ in }, ended: { events.change { $0.append("end") } })
    }
    tokens.append(
      file.publishedTask(reading: .string).attach({ _ in }, ended: { events.change { $0.append("text") } }))
    await events.wait(for: "the end of a file task") { $0.contains("text") }
    #expect(events.state.first == "text")
    for token in tokens { token.invalidate() }
  }

  @Test func `delivers the lines before a failure`() async throws {
    try (Data("one\ntwo\n".utf8) + [0xFF, 0x0A]).write(to: file)
    let (lines, failure) = await Recording(file.textLines().broadcaster()).outcome()
    #expect(lines == ["one", "two"])
    #expect(failure == FileError(.notText, url: file, operation: .read, byte: 8))
    try await finishing("the steps of a loop") { [file] () async throws in
      var loop = file.textLines().makeAsyncIterator()
      #expect(try await loop.next() == "one")
      #expect(try await loop.next() == "two")
      await #expect(throws: FileError.self) { try await loop.next() }
      #expect(try await loop.next() == nil)
    }
  }

  @Test func `delivers all lines of a file of many chunks`() async throws {
    let lines = (0..<50_000).map { "Zeile \($0) – ☃️" }
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    #expect(try await collect(file.textLines()) == lines)
  }

  @Test func `cancelling a loop is not the end of the file`() async throws {
    try Data("one\ntwo".utf8).write(to: file)
    let sequence = file.chunks(of: 1)
    let error = await #expect(throws: FileError.self) {
      try await finishing("the end of a cancelled loop") {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await all(of: sequence)
      }
    }
    #expect(error?.code == .ECANCELED)
  }

  @Test func `stops inside a delivery`() async throws {
    try Data(repeating: 1, count: 1 << 20).write(to: file)
    let first = Locked<Recording<Result<Data, FileError>>?>(nil)
    let count = EventState(0)
    let started = DispatchSemaphore(value: 0)
    let collected = Recording(file.chunks(of: 1).broadcaster()) { _ in
      // The first one may arrive before the subscription is stored here. A second one, which would be a fault,
      // continues.
      started.wait()
      started.signal()
      count.change { $0 += 1 }
      first.withLock { $0 }?.invalidate()
    }
    first.withLock { $0 = collected }
    started.signal()
    await count.wait(for: "the first chunk") { $0 > 0 }
    await folder.isClosed()
    #expect(count.state == 1)
    first.withLock { $0 = nil }
  }

  @Test func `allows any number of unfinished loops`() async throws {
    try Data("one\ntwo".utf8).write(to: file)
    try await finishing("the steps of 100 loops") { [file] () async throws in
      var loops: [FileSequence<String>.Iterator] = []
      for _ in 0..<100 {
        var loop = file.textLines().makeAsyncIterator()
        #expect(try await loop.next() == "one")
        loops.append(loop)
      }
      for index in loops.indices {
        #expect(try await loops[index].next() == "two")
      }
    }
  }
}
