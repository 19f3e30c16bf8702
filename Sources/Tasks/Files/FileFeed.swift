import Foundation
import Synchronization
import TidingsCore

/// Makes pieces of a file's chunks.
protocol FileParser<Piece>: Sendable {
  associatedtype Piece: Sendable

  /// Takes the next chunk.
  mutating func parse(_ chunk: Data, _ emit: (Piece) -> Void) throws(FileError)

  /// Gives what is left at the end of the file.
  mutating func finish(_ emit: (Piece) -> Void) throws(FileError)
}

/// One reading of a file in pieces.
struct FileFeed<Piece: Sendable>: Sendable {
  /// What is read in one turn: handing over from thread to thread for each chunk of a few bytes would cost more than
  /// reading it.
  private static var turn: (byteCount: Int64, chunks: Int) { (1 << 18, 64) }

  private(set) var reader: FileReader
  private var parser: any FileParser<Piece>
  private let chunkSize: Int

  init(_ reader: FileReader, _ parser: some FileParser<Piece>, chunkSize: Int) {
    self.reader = reader
    self.parser = parser
    self.chunkSize = chunkSize
  }

  /// Reads the next pieces, and returns whether there may be more.
  mutating func read(while isWanted: () -> Bool = { true }, _ emit: (Piece) -> Void) throws(FileError) -> Bool {
    let end = reader.offset + Self.turn.byteCount
    for _ in 0..<Self.turn.chunks where reader.offset < end && isWanted() {
      guard let chunk = try reader.chunk(of: chunkSize) else {
        try parser.finish(emit)
        return false
      }
      try parser.parse(chunk, emit)
    }
    return true
  }
}

/// A reading whose pieces go to a subscriber.
final class FileDelivery<Piece: Sendable>: FileJob {
  private enum Phase: Sendable {
    case waiting(@Sendable () throws(FileError) -> FileFeed<Piece>)
    case reading(FileFeed<Piece>)
    case over
  }

  private let source: BroadcastSource<Result<Piece, FileError>>
  private let phase: Locked<Phase>
  private let isCancelled = Atomic(false)

  init(
    _ open: @escaping @Sendable () throws(FileError) -> FileFeed<Piece>,
    _ source: BroadcastSource<Result<Piece, FileError>>
  ) {
    phase = Locked(.waiting(open))
    self.source = source
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  private var isWanted: Bool { !isCancelled.load(ordering: .relaxed) }

  func turn() -> Bool {
    // Taken out while it is read from, so that it is nobody else's and no lock is held.
    let current = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    guard isWanted else { return false }
    do throws(FileError) {
      var feed: FileFeed<Piece>
      switch consume current {
      case .waiting(let open): feed = try open()
      case .reading(let open): feed = open
      case .over: return false
      }
      let goesOn = try feed.read(while: { isWanted }) { source.send(.success($0)) }
      if goesOn {
        phase.withLock { [feed] in $0 = .reading(feed) }
        return true
      }
    } catch {
      source.send(.failure(error))
    }
    source.finish()
    return false
  }
}
