public import Foundation

/// What is made of a file's content; see `publishedTask(reading:)`.
public struct FileReading<Output: Sendable>: Sendable {
  let begin: @Sendable (FileReader, _ chunkSize: Int) throws(FileError) -> AnyFileWork<Output>

  fileprivate init<Work: FileWork<Output>>(
    _ begin: @escaping @Sendable (FileReader, Int) throws(FileError) -> Work
  ) {
    self.begin = { (reader, chunkSize) throws(FileError) in AnyFileWork(try begin(reader, chunkSize)) }
  }

  fileprivate init(_ decode: @escaping @Sendable (Data, OpenFile) throws(FileError) -> Output) {
    self.init { (reader, chunkSize) throws(FileError) in
      let file = reader.file
      return try WholeFile(reader, chunkSize) { (data) throws(FileError) in try decode(data, file) }
    }
  }
}

extension FileReading where Output == Data {
  /// The bytes.
  public static var data: Self { Self { data, _ in data } }
}

extension FileReading where Output == String {
  /// The text, which must be UTF-8.
  public static var string: Self {
    Self { (data, file) throws(FileError) in
      guard let text = String(validating: data, as: UTF8.self) else { throw file.error(.notText) }
      return text
    }
  }
}

extension FileReading where Output: Decodable {
  /// A value in JSON. A file that can be read but not decoded fails with ``FileError/Reason/undecodable``, and the
  /// `DecodingError` as ``FileError/underlying``.
  ///
  /// - Parameters:
  ///   - type: What to decode.
  ///   - decoder: Decodes the text; do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self { (data, file) throws(FileError) in
      do {
        return try decoder.decodeText(type, from: data)
      } catch {
        throw file.error(.undecodable, underlying: error)
      }
    }
  }
}

extension FileReading {
  /// A digest, taken while the file is read; no more than a chunk of it is in memory.
  ///
  ///     backup.publishedTask(reading: .digest(using: SHA256.self))
  public static func digest<Hash: IncrementalHash>(using hash: Hash.Type) -> Self where Output == Hash.Digest {
    Self { reader, chunkSize in HashedFile<Hash>(reader, chunkSize) }
  }
}

/// Work whose kind is only known when it begins.
struct AnyFileWork<Success: Sendable>: FileWork {
  private var work: any FileWork<Success>

  init(_ work: some FileWork<Success>) {
    self.work = work
  }

  var expectedBytes: Int64? { work.expectedBytes }

  mutating func step() throws(FileError) -> FileStep<Success> { try work.step() }
}

/// A file read into one piece of memory.
private struct WholeFile<Success: Sendable>: FileWork {
  private var reader: FileReader
  private let chunkSize: Int
  private var data: Data
  private let finish: @Sendable (Data) throws(FileError) -> Success

  init(
    _ reader: FileReader, _ chunkSize: Int, _ finish: @escaping @Sendable (Data) throws(FileError) -> Success
  ) throws(FileError) {
    self.reader = reader
    self.chunkSize = chunkSize
    self.finish = finish
    let size = Int(reader.expectedBytes ?? 0)
    guard Self.isMemory(size) else { throw reader.file.error(.system(.ENOMEM)) }
    data = Data(count: size)
  }

  /// Whether so much memory can be had. Data ends the program where it can't, and files in /proc may say that they are
  /// larger than any.
  private static func isMemory(_ size: Int) -> Bool {
    guard size > 0 else { return true }
    let probe = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let probe = unsafe probe, unsafe probe != MAP_FAILED else { return false }
    unsafe munmap(probe, size)
    return true
  }

  var expectedBytes: Int64? { reader.expectedBytes }

  mutating func step() throws(FileError) -> FileStep<Success> {
    if reader.expectedBytes == nil {
      guard let chunk = try reader.chunk(of: chunkSize) else { return .finished(try finish(data)) }
      data.append(chunk)
      return .moved(chunk.count)
    }
    let start = Int(reader.offset)
    let count = try unsafe data.withUnsafeMutableBytes { bytes in
      let end = start + min(chunkSize, bytes.count - start)
      return Result { () throws(FileError) in
        try unsafe reader.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }.get()
    guard count == 0 else { return .moved(count) }
    data.removeLast(data.count - start)
    return .finished(try finish(data))
  }
}

/// A file that passes through a hash function.
private struct HashedFile<Hash: IncrementalHash>: FileWork where Hash.Digest: Sendable {
  private var reader: FileReader
  private let chunkSize: Int
  private var hash = Hash()

  init(_ reader: FileReader, _ chunkSize: Int) {
    self.reader = reader
    self.chunkSize = chunkSize
  }

  var expectedBytes: Int64? { reader.expectedBytes }

  mutating func step() throws(FileError) -> FileStep<Hash.Digest> {
    guard let chunk = try reader.chunk(of: chunkSize) else { return .finished(hash.finalize()) }
    hash.update(data: chunk)
    return .moved(chunk.count)
  }
}
