import Foundation
import TidingsCore

/// Converts the chunks of a file to elements.
protocol FileParser<Element>: Sendable {
  associatedtype Element: Sendable

  /// Appends the elements that end in the next chunk.
  mutating func parse(_ chunk: Data, into elements: inout FIFO<Element>) throws(FileError)

  /// Appends the elements that end with the file.
  mutating func finish(into elements: inout FIFO<Element>) throws(FileError)
}

/// One reading of a ``FileSequence``.
final class FilePieces<Element: Sendable>: Sendable {
  /// How much is read at a time. Changing the thread for each small chunk would cost more than reading it.
  private static var batch: (byteCount: Int64, chunks: Int) { (2 << 20, 64) }

  private enum State: Sendable {
    case unopened
    case open((FileReader, any FileParser<Element>))
    case failed(FileError)
    case ended
  }

  private let sequence: FileSequence<Element>
  /// Locked while the file is read. Only one thread uses it at a time, that of the loop.
  private let state = Locked(State.unopened)

  init(_ sequence: FileSequence<Element>) {
    self.sequence = sequence
  }

  /// Reads the next elements on a thread for files. Returns nil at the end.
  func next() async throws(FileError) -> FIFO<Element>? {
    let isCancelled = Task.isCancelled
    return try await FileExecutor.shared.run { () throws(FileError) in
      try state.withLock { (state) throws(FileError) in try readBatch(&state, isCancelled: isCancelled) }
    }
  }

  private func readBatch(_ state: inout State, isCancelled: Bool) throws(FileError) -> FIFO<Element>? {
    // Taken out of the state, because a second reference to the parser would copy its line with each chunk.
    let current = state
    state = .ended
    var reader: FileReader
    var parser: any FileParser<Element>
    switch consume current {
    case .unopened: (reader, parser) = try sequence.open()
    case .open(let open): (reader, parser) = open
    case .failed(let error): throw error
    case .ended: return nil
    }
    if isCancelled { throw reader.file.error(.system(.ECANCELED), at: reader.offset) }
    var elements = FIFO<Element>()
    do throws(FileError) {
      let end = reader.offset + Self.batch.byteCount
      for _ in 0..<Self.batch.chunks where reader.offset < end {
        guard let chunk = try reader.chunk(of: sequence.chunkSize) else {
          try parser.finish(into: &elements)
          return elements.isEmpty ? nil : elements
        }
        try parser.parse(chunk, into: &elements)
      }
      state = .open((reader, parser))
    } catch {
      guard !elements.isEmpty else { throw error }
      state = .failed(error)
    }
    return elements
  }
}

/// The chunks themselves as elements.
struct UnchangedChunks: FileParser {
  func parse(_ chunk: Data, into elements: inout FIFO<Data>) { elements.append(chunk) }
  func finish(into elements: inout FIFO<Data>) {}
}

/// The lines of a file as elements.
struct LineParser: FileParser {
  var splitter: LineSplitter
  let file: OpenFile

  mutating func parse(_ chunk: Data, into lines: inout FIFO<String>) throws(FileError) {
    do throws(LineSplitter.Failure) {
      try splitter.split(chunk) { lines.append($0) }
    } catch {
      throw file.error(error.reason, at: error.byte)
    }
  }

  mutating func finish(into lines: inout FIFO<String>) throws(FileError) {
    do throws(LineSplitter.Failure) {
      try splitter.finish { lines.append($0) }
    } catch {
      throw file.error(error.reason, at: error.byte)
    }
  }
}
