import Foundation
public import TidingsCore

/// The pieces of a file, in order: its chunks or its lines.
///
/// As an asynchronous sequence it reads when it is asked, so that a slow loop holds it up. No more than a mebibyte is read
/// at once, or one chunk if that is larger, so memory stays small however large the file is:
///
/// ```swift
/// for try await chunk in file.chunks(of: 1 << 16) { try await upload(chunk) }
/// ```
///
/// ``broadcaster()`` is the same for subscribers. Every loop and every subscriber has a reading of its own, from the
/// first byte. A reading shared by all, as tasks are, would be wrong here: who comes late would get a file whose
/// beginning is missing.
///
/// A file is read as far as it went when it was opened; see `publishedTask(reading:)`, also for the threads.
public struct FileSequence<Element: Sendable>: AsyncSequence, Sendable {
  public typealias Failure = FileError

  private let open: @Sendable () throws(FileError) -> any FileFeeding<Element>
  private let deliver: @Sendable (BroadcastSource<Result<Element, FileError>>) -> Subscription

  init<Parser: FileParser<Element>>(_ open: @escaping @Sendable () throws(FileError) -> FileFeed<Parser>) {
    self.open = open
    deliver = { source in
      let job = FileDelivery(open, source)
      FileQueue.shared.add(job)
      return Subscription { job.cancel() }
    }
  }

  public func makeAsyncIterator() -> Iterator {
    Iterator(feed: .unopened(open))
  }

  /// The pieces for subscribers, then the end; a failure is the last update.
  ///
  ///     file.textLines().broadcaster().subscribe { count(words: $0) } failure: { show($0) }.store(in: subscriptions)
  ///
  /// Subscribing starts a reading for this subscriber alone, and the end of the subscription ends it. A closure without
  /// an actor is called on the queue where the file is read, and what comes next is read when it has returned. One on an
  /// actor holds nothing up: what it has not yet got to waits for it in memory, which may come to be the whole file.
  /// For such, iterate the sequence instead.
  public func broadcaster() -> Broadcaster<Result<Element, FileError>> {
    .deferred { Broadcaster(deliver) }
  }

  /// Reads as it is asked.
  public struct Iterator: AsyncIteratorProtocol {
    var feed: Feed
    var pieces = FIFO<Element>()

    enum Feed: Sendable {
      case unopened(@Sendable () throws(FileError) -> any FileFeeding<Element>)
      case open(any FileFeeding<Element>)
      case failed(FileError)
      case ended
    }

    /// The next piece; nil at the end of the file. When the Swift task is cancelled this fails with `ECANCELED`, so that
    /// it is not taken for the end.
    public mutating func next() async throws(FileError) -> Element? {
      try await next(isolation: nil)
    }

    /// The next piece; nil at the end of the file. When the Swift task is cancelled this fails with `ECANCELED`, so that
    /// it is not taken for the end.
    public mutating func next(isolation actor: isolated (any Actor)?) async throws(FileError) -> Element? {
      while pieces.isEmpty {
        if case .ended = feed { return nil }
        // Moved on the way there and back: of a reading with two owners, what its parser remembers would be copied in
        // each turn, which makes a long line cost the square of its length.
        let moved = Moved(feed)
        feed = .ended
        pieces = await FileQueue.shared.run(isolation: actor) { [isCancelled = Task.isCancelled] in
          moved.read(isCancelled: isCancelled)
        }
        feed = moved.take()
        if case .failed(let error) = feed, pieces.isEmpty {
          feed = .ended
          throw error
        }
      }
      return pieces.popFirst()
    }
  }
}

@available(*, unavailable)
extension FileSequence.Iterator: Sendable {}

/// Where a reading is while it is not its iterator's.
private final class Moved<Element: Sendable>: Sendable {
  typealias Feed = FileSequence<Element>.Iterator.Feed

  private let feed: Locked<Feed>

  init(_ feed: consuming Feed) {
    self.feed = Locked(feed)
  }

  func take() -> Feed {
    feed.withLock { feed in
      defer { feed = .ended }
      return feed
    }
  }

  /// Reads the next pieces.
  func read(isCancelled: Bool) -> FIFO<Element> {
    var pieces = FIFO<Element>()
    let next = take().reading(isCancelled: isCancelled) { pieces.append($0) }
    feed.withLock { $0 = next }
    return pieces
  }
}

extension FileSequence.Iterator.Feed {
  /// Reads the next pieces, and returns what is then to be read.
  fileprivate consuming func reading(isCancelled: Bool, _ emit: (Element) -> Void) -> Self {
    do throws(FileError) {
      var feed: any FileFeeding<Element>
      switch consume self {
      case .unopened(let open): feed = try open()
      case .open(let open): feed = open
      case .failed(let error): return .failed(error)
      case .ended: return .ended
      }
      if isCancelled { throw feed.reader.file.error(.system(.ECANCELED), at: feed.reader.offset) }
      return try feed.read(while: { true }, emit) ? .open(feed) : .ended
    } catch {
      return .failed(error)
    }
  }
}
