public import Foundation
public import TidingsCore

extension URL {
  /// Returns a task that reads the file as data, text, a value in JSON or a digest.
  ///
  /// ```swift
  /// file.publishedTask(reading: .string).subscribe(
  /// progress: { bar.fraction = $0.fractionCompleted },
  /// success: { editor.text = $0 },
  /// failure: { show($0) })
  /// ```
  ///
  /// The task reads up to the end that the file has when it is opened. Bytes that are appended later are not read, and a file
  /// that becomes shorter is an error. A file that reports no size, such as those in `/proc`, is read up to its end, at most 256
  /// MiB. So is one that was empty when it was opened. Folders, pipes and devices are refused.
  ///
  /// The task reports its progress at the start, at most twenty times a second, and at the last byte. Cancellation takes effect
  /// between two chunks. If the content cannot be decoded, the task fails with ``FileError/Reason/undecodable``.
  ///
  /// Eight threads read and write for all file tasks in turns. A subscriber whose closure is not isolated to an actor is called
  /// on one of these threads, so it must not wait for another file task or a transfer.
  ///
  /// - Parameters:
  ///   - reading: The part of the content to return.
  ///   - maximumByteCount: A larger file is refused before memory is allocated for it, or nil for no limit.
  ///   - chunkSize: The number of bytes to read at a time, at least 1.
  public func publishedTask<Output>(
    reading: FileReading<Output>, maximumByteCount: Int64? = nil, chunkSize: Int = 1 << 18
  ) -> FileTask<Output> {
    FileTask(onFileExecutor: { (progress) async throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .read)
      var reader = try FileReader(self, maximumByteCount: maximumByteCount)
      return try await reading.read(&reader, chunkSize, &progress)
    })
  }

  /// Returns a task that writes the file atomically. It succeeds with the number of bytes.
  ///
  /// ```swift
  /// file.publishedTask(writing: document.data).subscribe(
  /// success: { _ in status.text = "Saved" },
  /// failure: { show($0) })
  /// ```
  ///
  /// The task writes a temporary file beside the destination and synchronizes it with the disk before it renames it. At any time,
  /// also after a crash, the destination is either the old file or the complete new one. If the task fails or is cancelled, it
  /// removes the temporary file and leaves the destination unchanged.
  ///
  /// The new file gets the permissions and the group of the file that it replaces, but not its owner, access control list,
  /// extended attributes or data protection. As with `Data.write(to:options: .atomic)`, a symbolic link is replaced instead of
  /// followed. A folder is not replaced. The folder of the destination must exist.
  ///
  /// In a sandboxed app, the destination must be in a folder to which the app has access, such as its container, not only a file
  /// that the user has selected. Access is not coordinated: for files in iCloud or of another file provider, call this inside
  /// `NSFileCoordinator`. Progress and threads are those of `publishedTask(reading:)`.
  ///
  /// - Parameters:
  ///   - data: The content of the file.
  ///   - chunkSize: The number of bytes to write at a time, at least 1.
  public func publishedTask(writing data: Data, chunkSize: Int = 1 << 20) -> FileTask<Int64> {
    FileTask(onFileExecutor: { (progress) async throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .write)
      try await replaceFile { (file) async throws(FileError) in
        progress.expect(Int64(data.count))
        var rest = data
        while !rest.isEmpty {
          let chunk = rest.prefix(chunkSize)
          try file.write(chunk, at: Int64(data.count - rest.count))
          rest = rest.dropFirst(chunkSize)
          try await progress.advance(by: chunk.count)
        }
      }
      return Int64(data.count)
    })
  }

  /// Returns a task that copies the file atomically. It succeeds with the number of bytes.
  ///
  /// The copy gets the permissions of the original, but not its dates, owner or extended attributes. The target of a symbolic
  /// link is copied. The original is read as in `publishedTask(reading:)`, and the destination is replaced as in
  /// `publishedTask(writing:)`. The ``FileError`` has the URL of the file that caused it.
  ///
  /// - Parameters:
  ///   - destination: The URL of the copy. Its folder must exist.
  ///   - chunkSize: The number of bytes to copy at a time, at least 1.
  public func publishedTask(copyingTo destination: URL, chunkSize: Int = 1 << 20) -> FileTask<Int64> {
    FileTask(onFileExecutor: { (progress) async throws(FileError) in
      try checkSetting("chunkSize", chunkSize, for: .copy)
      var reader = try FileReader(self, for: .copy)
      let mode = try reader.file.status().st_mode & 0o777
      try await destination.replaceFile(mode: mode) { (copy) async throws(FileError) in
        var offset: Int64 = 0
        try await reader.readAll(chunkSize, &progress) { (chunk) throws(FileError) in
          try copy.write(chunk, at: offset)
          offset += Int64(chunk.count)
        }
      }
      return reader.offset
    })
  }

  func checkSetting(_ name: String, _ value: Int, for operation: FileError.Operation) throws(FileError) {
    guard value < 1 else { return }
    throw FileError(.invalidSetting("\(name) is \(value), and must be at least 1"), url: self, operation: operation)
  }
}

/// The result of `publishedTask(reading:)`: data, text, a value in JSON or a digest.
public struct FileReading<Output: Sendable>: Sendable {
  let read: @Sendable (inout FileReader, _ chunkSize: Int, inout FileProgress) async throws(FileError) -> Output

  fileprivate static func decoding(_ decode: @escaping @Sendable (Data, OpenFile) throws(FileError) -> Output) -> Self {
    Self { (reader, chunkSize, progress) async throws(FileError) in
      let byteCount = reader.expectedBytes ?? 0
      guard byteCount <= ProcessInfo.processInfo.physicalMemory else {
        throw reader.file.error(.system(.ENOMEM), at: 0)
      }
      var data = Data(capacity: Int(byteCount))
      try await reader.readAll(chunkSize, &progress) { data.append($0) }
      return try decode(data, reader.file)
    }
  }

  /// A digest, computed while the file is read. Only one chunk of the file is in memory at a time.
  ///
  ///     backup.publishedTask(reading: .digest(using: SHA256.self))
  public static func digest<Hash: IncrementalHash>(using hash: Hash.Type) -> Self where Output == Hash.Digest {
    Self { (reader, chunkSize, progress) async throws(FileError) in
      var hash = Hash()
      try await reader.readAll(chunkSize, &progress) { hash.update(data: $0) }
      return hash.finalize()
    }
  }
}

extension FileReading where Output == Data {
  /// The bytes.
  public static var data: Self { decoding { data, _ in data } }
}

extension FileReading where Output == String {
  /// The text, which must be UTF-8. A byte order mark at the beginning is skipped.
  public static var string: Self {
    decoding { (data, file) throws(FileError) in
      guard let text = String(validating: data, as: UTF8.self) else { throw file.error(.notText) }
      return text.withoutByteOrderMark
    }
  }
}

extension String {
  var withoutByteOrderMark: String { unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self }
}

extension FileReading where Output: Decodable {
  /// A value in JSON.
  ///
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: Decodes the text. Do not change its settings afterwards.
  public static func json(_ type: Output.Type = Output.self, decoder: JSONDecoder = JSONDecoder()) -> Self {
    decoding { (data, file) throws(FileError) in
      do { return try decoder.decodeText(type, from: data) } catch { throw file.error(.undecodable, underlying: error) }
    }
  }
}
