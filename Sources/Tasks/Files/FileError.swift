public import Foundation
import TidingsCore

/// What went wrong with a file: what was wanted of it, which one it was, why, and where in it.
public struct FileError: Error, Sendable, Hashable {
  /// What was wanted of the file.
  public enum Operation: Sendable, Hashable {
    /// Its content.
    case read
    /// To be written or replaced.
    case write
    /// To be the original of a copy.
    case copy
    /// To be watched for changes.
    case watch
  }

  /// Why it was not to be had.
  public enum Reason: Sendable, Hashable {
    /// The system said so: no such file, no permission, no space left. A sequence whose Swift task was cancelled fails
    /// with `ECANCELED`, so that it is not taken for the end of the file.
    case system(POSIXErrorCode)
    /// A setting of the task is out of its bounds: the text has its name, its value and the bounds.
    case invalidSetting(String)
    /// The URL is not one of a file, or its path is none that the system takes.
    case notAFileURL
    /// It is there but has no content that ends: a folder, a pipe, a socket or a device.
    case notARegularFile
    /// It has more bytes than this, which were allowed.
    case tooLarge(maximumByteCount: Int64)
    /// It has lost bytes while it was read.
    case shrank
    /// It is not text in UTF-8.
    case notText
    /// It is not what it should be decoded to: ``FileError/underlying`` says why.
    case undecodable
    /// A line of it has more bytes than this, which were allowed.
    case lineTooLong(maximumByteCount: Int)
  }

  /// Why it went wrong.
  public var reason: Reason

  /// The file. Of an address of another kind there are scheme, host, port and path.
  public var url: URL {
    didSet { url = url.originAndPath }
  }

  /// What was wanted of the file.
  public var operation: Operation

  /// How many bytes into the file it happened, where that applies.
  public var byte: Int64?

  /// What the decoding says, if that failed. Addresses in it are cut as in ``TransferError/underlying``. Two errors that
  /// differ in nothing else are equal.
  public var underlying: (any Error)? {
    didSet { underlying = underlying?.withoutSecrets }
  }

  /// Creates an error, which a stub of a file task may want.
  public init(
    _ reason: Reason, url: URL, operation: Operation, byte: Int64? = nil, underlying: (any Error)? = nil
  ) {
    self.reason = reason
    self.url = url.originAndPath
    self.operation = operation
    self.byte = byte
    self.underlying = underlying?.withoutSecrets
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.reason == right.reason && left.url == right.url && left.operation == right.operation
      && left.byte == right.byte
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(url)
    hasher.combine(operation)
    hasher.combine(byte)
  }

  /// The system's reason, if it was one.
  public var code: POSIXErrorCode? {
    if case .system(let code) = reason { code } else { nil }
  }
}

extension FileError: FailureWithCancellation {
  /// Who waits does not know the file.
  package static var cancellation: Self {
    FileError(.system(.ECANCELED), url: URL(filePath: "/"), operation: .read)
  }
}

extension FileError: LocalizedError, CustomStringConvertible {
  /// What went wrong, in one line that can be shown to a person.
  public var description: String {
    let file = url.isFileURL ? url.path : url.absoluteString
    let place = byte.map { " at byte \($0)" } ?? ""
    let cause = underlying.map { ": \("\($0)".withAddressesCut)" } ?? ""
    return "“\(file)” cannot be \(operation.participle)\(place): \(reason.text)\(cause)"
  }

  /// The same line as ``description``.
  public var errorDescription: String? { description }
}

extension FileError.Operation {
  fileprivate var participle: String {
    switch self {
    case .read: "read"
    case .write: "written"
    case .copy: "copied"
    case .watch: "watched"
    }
  }
}

extension FileError.Reason {
  fileprivate var text: String {
    switch self {
    case .system(let code):
      (POSIXError(code) as NSError).localizedFailureReason ?? POSIXError(code).localizedDescription
    case .invalidSetting(let text): text
    case .notAFileURL: "It is not the address of a file"
    case .notARegularFile: "It is not a regular file"
    case .tooLarge(let maximum): "It has more than \(maximum) bytes"
    case .shrank: "It has become shorter in the meantime"
    case .notText: "It is not text in UTF-8"
    case .undecodable: "It cannot be decoded"
    case .lineTooLong(let maximum): "A line has more than \(maximum) bytes"
    }
  }

  /// The reason that the last failed system call on this thread has left.
  static var last: Self { .system(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}
