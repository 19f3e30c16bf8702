public import Foundation
public import TidingsCore

/// The chunks or the lines of a file, in order.
///
/// A loop reads the file only as fast as it consumes the elements. At most 2 MiB, or one larger chunk, are read ahead, so
/// the memory does not depend on the size of the file:
///
/// ```swift
/// for try await chunk in file.chunks(of: 1 << 16) { try await upload(chunk) }
/// ```
///
/// ``broadcaster()`` delivers the same elements to subscribers. Each loop and each subscriber reads the file from its
/// first byte. A shared run, as tasks have, would deliver a file without its beginning to a late subscriber.
///
/// The file is read up to the end that it has when it is opened. See `publishedTask(reading:)`, also for the threads.
public struct FileSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = FileError

  let open: @Sendable () throws(FileError) -> (FileReader, any FileParser<Element>)
  let chunkSize: Int

  public func makeAsyncIterator() -> Iterator {
    Iterator(pieces: FilePieces(self))
  }

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
          } catch {
            source.send(.failure(error))
          }
          source.finish()
        }
        return Subscription { task.cancel() }
      }
    }
  }

  /// Reads the file when an element is requested.
  public struct Iterator: AsyncIteratorProtocol {
    let pieces: FilePieces<Element>
    private var read = FIFO<Element>()

    init(pieces: FilePieces<Element>) {
      self.pieces = pieces
    }

    /// Returns the next element, or nil at the end of the file.
    ///
    /// - Throws: A ``FileError``. If the Swift task is cancelled, its code is `ECANCELED`, so that the cancellation is not
    ///   mistaken for the end of the file.
    public mutating func next() async throws(FileError) -> Element? {
      try await next(isolation: nil)
    }

    /// Returns the next element, or nil at the end of the file.
    ///
    /// - Throws: A ``FileError``. If the Swift task is cancelled, its code is `ECANCELED`, so that the cancellation is not
    ///   mistaken for the end of the file.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(FileError) -> Element? {
      while read.isEmpty {
        guard let next = try await pieces.next() else { return nil }
        read = next
      }
      return read.popFirst()
    }
  }
}

@available(*, unavailable)
extension FileSequence.Iterator: Sendable {}

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
  ///   - maximumByteCount: A larger file is refused; nil for no limit.
  public func chunks(of byteCount: Int = 1 << 18, maximumByteCount: Int64? = nil) -> FileSequence<Data> {
    FileSequence(
      open: { () throws(FileError) in
        try checkSetting("byteCount", byteCount, for: .read)
        return (try FileReader(self, maximumByteCount: maximumByteCount), UnchangedChunks())
      }, chunkSize: byteCount)
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
  ///   - maximumByteCount: The length of the longest line; at least 1. A longer line is an error,
  ///     ``FileError/Reason/lineTooLong(maximumByteCount:)``, so that a file without lines does not fill the memory.
  ///   - repairing: Whether invalid UTF-8 is replaced by U+FFFD. Otherwise an invalid line is an error,
  ///     ``FileError/Reason/notText``, with the position of the line.
  public func textLines(maximumByteCount: Int = 1 << 20, repairing: Bool = false) -> FileSequence<String> {
    FileSequence(
      open: { () throws(FileError) in
        try checkSetting("maximumByteCount", maximumByteCount, for: .read)
        let reader = try FileReader(self)
        let splitter = LineSplitter(maximumByteCount: maximumByteCount, isRepairing: repairing)
        return (reader, LineParser(splitter: splitter, file: reader.file))
      }, chunkSize: 1 << 16)
  }
}
