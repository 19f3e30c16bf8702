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
///
struct FileFeed<Parser: FileParser>: FileFeeding {
  typealias Piece = Parser.Piece

  /// What is read in one turn: handing over from thread to thread for each chunk of a few bytes would cost more than
  /// reading it.
  private static var turn: (byteCount: Int64, chunks: Int) { (1 << 20, 64) }

  private(set) var reader: FileReader
  private var parser: Parser
  private let chunkSize: Int

  init(_ reader: FileReader, _ parser: Parser, chunkSize: Int) {
    self.reader = reader
    self.parser = parser
    self.chunkSize = chunkSize
  }

  /// Reads the next pieces, and returns whether there may be more.
  mutating func read(while isWanted: () -> Bool, _ emit: (Piece) -> Void) throws(FileError) -> Bool {
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

/// A reading, for those who do not know its parser.
protocol FileFeeding<Piece>: Sendable {
  associatedtype Piece: Sendable

  var reader: FileReader { get }

  mutating func read(while isWanted: () -> Bool, _ emit: (Piece) -> Void) throws(FileError) -> Bool
}

/// A reading whose pieces go to a subscriber.
final class FileDelivery<Parser: FileParser>: FileJob {
  typealias Piece = Parser.Piece

  private enum Phase: Sendable {
    case waiting(@Sendable () throws(FileError) -> FileFeed<Parser>)
    case reading(FileFeed<Parser>)
    case over
  }

  private let source: BroadcastSource<Result<Piece, FileError>>
  private let phase: Locked<Phase>
  private let isCancelled = Atomic(false)

  init(
    _ open: @escaping @Sendable () throws(FileError) -> FileFeed<Parser>,
    _ source: BroadcastSource<Result<Piece, FileError>>
  ) {
    phase = Locked(.waiting(open))
    self.source = source
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  private var isWanted: Bool { !isCancelled.load(ordering: .relaxed) }

  // Looking up types for each chunk took a sixth of the time of a reading in chunks of 16 KiB.
  @_specialize(where Parser == ChunksAsTheyAre)
  func turn() -> Bool {
    // Taken out while it is read from, so that it is nobody else's and no lock is held.
    let current = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    guard isWanted else { return false }
    do throws(FileError) {
      var feed: FileFeed<Parser>
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
