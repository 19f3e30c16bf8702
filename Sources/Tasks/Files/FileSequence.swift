public import Foundation
public import TidingsCore

/// The chunks or the lines of a file, in order.
///
/// A loop reads the file only as fast as it consumes the elements. At most 512 KiB, or one larger chunk, are read ahead, so the
/// memory does not depend on the size of the file. ``broadcaster()`` delivers the same elements to subscribers. Each loop and
/// each subscriber reads the file from its first byte, because a late one would miss the beginning. The file is read up to the
/// end that it has when it is opened. See `publishedTask(reading:)`, also for the threads.
public struct FileSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = FileError

  let chunkSize: Int
  let open: @Sendable () throws(FileError) -> FileReader
  let splitter: LineSplitter
  /// Converts the next chunk to elements; nil is the end of the file. Only lines use the splitter.
  let parse: @Sendable (_ chunk: Data?, inout LineSplitter, inout FIFO<Element>) throws(FileError) -> Void

  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Returns a broadcaster of the elements, which ends after the last one. A failure is the last update.
  ///
  ///     file.textLines().broadcaster().subscribe { count(words: $0) } failure: { show($0) }.store(in: subscriptions)
  ///
  /// Each subscriber starts its own reading, which stops when the subscriber unsubscribes. A closure that is not isolated
  /// to an actor is called on a thread for files, and reading continues after it returns. A closure that is isolated to an
  /// actor does not slow down the reading: elements that it has not processed wait in memory. For large files, iterate
  /// the sequence on that actor instead.
  public func broadcaster() -> Broadcaster<Result<Element, FileError>> {
    .deferred {
      Broadcaster { source in
        let task = Task.detached(executorPreference: FileExecutor.shared, priority: Task.currentPriority) {
          do throws(FileError) {
            for try await element in self {
              guard !Task.isCancelled else { return }
              source.send(.success(element))
            }
          } catch { source.send(.failure(error)) }
          source.finish()
        }
        return Subscription { task.cancel() }
      }
    }
  }

  /// Reads the file when an element is requested.
  public struct Iterator: AsyncIteratorProtocol {
    /// Changing the thread for each small chunk costs more than reading it. More bytes would not stay in the cache.
    private static var maximumBatch: (byteCount: Int, chunks: Int) { (512 << 10, 64) }

    private let sequence: FileSequence
    private var reader: FileReader?
    private var splitter: LineSplitter
    private var batch = FIFO<Element>()
    /// The end of the file or the failure that follows the elements of the batch, if they are the last ones.
    private var end: Result<Void, FileError>?

    init(_ sequence: FileSequence) {
      self.sequence = sequence
      splitter = sequence.splitter
    }

    /// Returns the next element, or nil at the end of the file. It fails as `next(isolation:)` does.
    public mutating func next() async throws(FileError) -> Element? { try await next(isolation: nil) }

    /// Returns the next element, or nil at the end of the file.
    ///
    /// - Throws: A ``FileError``. If the Swift task is cancelled, its code is `ECANCELED`.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(FileError) -> Element? {
      while batch.isEmpty {
        if let end {
          self.end = .success(())
          try end.get()
          return nil
        }
        await withTaskExecutorPreference(FileExecutor.shared) { await readBatch() }
      }
      return batch.popFirst()
    }

    /// Reads the next elements. Inside a long line, there may be none.
    @concurrent private mutating func readBatch() async {
      // Without this, a loop on the threads for files would use one of them up to the end of the file.
      await Task.yield()
      do throws(FileError) {
        var reader = if let reader { reader } else { try sequence.open() }
        if Task.isCancelled { throw reader.file.error(.system(.ECANCELED), at: reader.offset) }
        let limit = reader.offset + Int64(Self.maximumBatch.byteCount)
        for index in 0..<Self.maximumBatch.chunks
        where end == nil && (index == 0 || limit - reader.offset >= Int64(sequence.chunkSize)) {
          let chunk = try reader.chunk(of: sequence.chunkSize)
          try sequence.parse(chunk, &splitter, &batch)
          if chunk == nil { end = .success(()) }
        }
        self.reader = reader
      } catch { end = .failure(error) }
      // Closes the file.
      if end != nil { reader = nil }
    }
  }
}

@available(*, unavailable) extension FileSequence.Iterator: Sendable {}

extension URL {
  /// Returns the chunks of the file.
  ///
  /// ```swift
  /// for try await chunk in file.chunks(of: 1 << 16) { try await upload(chunk) }
  /// file.chunks().broadcaster().subscribe { checksum.add($0) } failure: { show($0) }.store(in: subscriptions)
  /// ```
  ///
  /// - Parameters:
  ///   - byteCount: The size of each chunk, at least 1. The last chunk may be smaller. An empty file has no chunks.
  ///   - maximumByteCount: A larger file is refused, or nil for no limit.
  public func chunks(of byteCount: Int = 1 << 18, maximumByteCount: Int64? = nil) -> FileSequence<Data> {
    FileSequence(
      chunkSize: byteCount,
      open: { () throws(FileError) in
        try checkSetting("byteCount", byteCount, for: .read)
        return try FileReader(self, maximumByteCount: maximumByteCount)
      }, splitter: LineSplitter(of: self, maximumByteCount: 0),
      parse: { chunk, _, chunks in chunk.map { chunks.append($0) } })
  }

  /// Returns the lines of the file, which must be text in UTF-8.
  ///
  /// ```swift
  /// for try await line in log.textLines() where line.hasPrefix("error") { await show(line) }
  /// ```
  ///
  /// A line ends with `\n`, `\r\n` or the end of the file. The line does not include its ending. There is no empty line
  /// after a final `\n`. A byte order mark at the beginning of the file is skipped.
  ///
  /// - Parameters:
  ///   - maximumByteCount: The length of the longest line, at least 1. A longer line is an error,
  ///     ``FileError/Reason/lineTooLong(maximumByteCount:)``, so that a file without lines does not fill the memory.
  ///   - repairing: Whether invalid UTF-8 is replaced by U+FFFD. Otherwise an invalid line is an error,
  ///     ``FileError/Reason/notText``, with the position of the line.
  public func textLines(maximumByteCount: Int = 1 << 20, repairing: Bool = false) -> FileSequence<String> {
    FileSequence(
      chunkSize: 1 << 16,
      open: { () throws(FileError) in
        try checkSetting("maximumByteCount", maximumByteCount, for: .read)
        return try FileReader(self)
      }, splitter: LineSplitter(of: self, maximumByteCount: maximumByteCount, isRepairing: repairing),
      parse: { (chunk, splitter, lines) throws(FileError) in
        if let chunk { try splitter.split(chunk, into: &lines) } else { try splitter.finish(into: &lines) }
      })
  }
}

package struct LineSplitter: Sendable {
  private let file: URL
  private let maximumByteCount: Int
  private let isRepairing: Bool
  /// The incomplete line at the end of the last chunk.
  private var rest: [UInt8] = []
  /// The position of its first byte in the file.
  private var start: Int64 = 0

  package init(of file: URL, maximumByteCount: Int, isRepairing: Bool = false) {
    self.file = file
    self.maximumByteCount = maximumByteCount
    self.isRepairing = isRepairing
  }

  package mutating func split(_ chunk: Data, into lines: inout FIFO<String>) throws(FileError) {
    var (lineStart, searched) = (0, rest.count)
    rest.append(contentsOf: chunk)
    while let end = rest[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = rest[lineStart..<end]
      lines.append(try text(of: line.last == UInt8(ascii: "\r") ? line.dropLast() : line))
      start += Int64(line.count + 1)
      (lineStart, searched) = (end + 1, end + 1)
    }
    rest.removeFirst(lineStart)
    // A line of the maximum length may be followed by the `\r` of its ending, but by nothing else.
    let markLength = start == 0 && rest.first == byteOrderMark[0] ? byteOrderMark.count : 0
    guard rest.count - markLength - 1 <= maximumByteCount else { throw tooLong }
  }

  /// Appends the line that ends with the file. There, a `\r` is part of the text.
  package mutating func finish(into lines: inout FIFO<String>) throws(FileError) {
    // A file with only a byte order mark has no line.
    guard !rest.isEmpty, start > 0 || rest != byteOrderMark else { return }
    lines.append(try text(of: rest[...]))
  }

  private func text(of line: ArraySlice<UInt8>) throws(FileError) -> String {
    let hasMark = start == 0 && line.starts(with: byteOrderMark)
    let line = hasMark ? line.dropFirst(byteOrderMark.count) : line
    guard line.count <= maximumByteCount else { throw tooLong }
    if let text = String(validating: line, as: UTF8.self) { return text }
    guard isRepairing else { throw FileError(.notText, url: file, operation: .read, byte: start) }
    return String(decoding: line, as: UTF8.self)
  }

  private var tooLong: FileError {
    FileError(.lineTooLong(maximumByteCount: maximumByteCount), url: file, operation: .read, byte: start)
  }
}

private let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
