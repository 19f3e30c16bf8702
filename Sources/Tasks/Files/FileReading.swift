public import Foundation

/// The result of `publishedTask(reading:)`: data, text, a value in JSON or a digest.
public struct FileReading<Output: Sendable>: Sendable {
  /// Reads the file in chunks of the size that is passed.
  let read: @Sendable (inout FileReader, _ chunkSize: Int, inout FileProgress) async throws(FileError) -> Output

  private init(
    reading read: @escaping @Sendable (inout FileReader, Int, inout FileProgress) async throws(FileError) -> Output
  ) {
    self.read = read
  }

  private init(decoding decode: @escaping @Sendable (Data, OpenFile) throws(FileError) -> Output) {
    self.init(reading: { (reader, chunkSize, progress) async throws(FileError) in
      try decode(try await reader.rest(chunkSize: chunkSize, progress: &progress), reader.file)
    })
  }
}

extension FileReading where Output == Data {
  /// The bytes.
  public static var data: Self { Self(decoding: { data, _ in data }) }
}

extension FileReading where Output == String {
  /// The text, which must be UTF-8.
  public static var string: Self {
    Self(decoding: { (data, file) throws(FileError) in
      guard let text = String(validating: data, as: UTF8.self) else { throw file.error(.notText) }
      return text
    })
  }
}

extension FileReading where Output: Decodable {
  /// A value in JSON.
  ///
  /// If the text cannot be decoded, the task fails with ``FileError/Reason/undecodable``, and ``FileError/underlying`` is
  /// the `DecodingError`.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: Decodes the text. Do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder = JSONDecoder()) -> Self {
    Self(decoding: { (data, file) throws(FileError) in
      do {
        return try decoder.decodeText(type, from: data)
      } catch {
        throw file.error(.undecodable, underlying: error)
      }
    })
  }
}

extension FileReading {
  /// A digest, computed while the file is read. Only one chunk of the file is in memory at a time.
  ///
  ///     backup.publishedTask(reading: .digest(using: SHA256.self))
  public static func digest<Hash: IncrementalHash>(using hash: Hash.Type) -> Self where Output == Hash.Digest {
    Self(reading: { (reader, chunkSize, progress) async throws(FileError) in
      var hash = Hash()
      while let chunk = try reader.chunk(of: chunkSize) {
        hash.update(data: chunk)
        try await progress.advance(by: chunk.count)
      }
      return hash.finalize()
    })
  }
}
