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
        let current = feed
        // Let go here, so that the copy below is the only one.
        feed = .ended
        if case .ended = current { return nil }
        (feed, pieces) = await FileQueue.shared.run(isolation: actor) { [isCancelled = Task.isCancelled] in
          current.read(isCancelled: isCancelled)
        }
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

extension FileSequence.Iterator.Feed {
  /// Reads the next pieces, and returns what is then to be read.
  func read(isCancelled: Bool) -> (Self, FIFO<Element>) {
    var pieces = FIFO<Element>()
    do throws(FileError) {
      var feed: any FileFeeding<Element>
      switch self {
      case .unopened(let open): feed = try open()
      case .open(let open): feed = open
      case .failed, .ended: return (self, pieces)
      }
      if isCancelled { throw feed.reader.file.error(.system(.ECANCELED), at: feed.reader.offset) }
      let goesOn = try feed.read(while: { true }) { pieces.append($0) }
      return (goesOn ? .open(feed) : .ended, pieces)
    } catch {
      return (.failed(error), pieces)
    }
  }
}
