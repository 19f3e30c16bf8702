public import Foundation
import TidingsCore

/// The failure of a file task: the operation, the file, the reason, and the position in the file.
public struct FileError: Error, Sendable, Hashable {
  /// An operation on a file.
  public enum Operation: Sendable, Hashable {
    /// Reading the content.
    case read
    /// Writing or replacing the file.
    case write
    /// Reading the original of a copy.
    case copy
    /// Watching for changes.
    case watch
  }

  /// The reasons for which an operation can fail.
  public enum Reason: Sendable, Hashable {
    /// An error of the system, such as a missing file, a missing permission or a full disk.
    ///
    /// It is `ECANCELED` if the Swift task of a sequence is cancelled, which must not look like the end of the file.
    case system(POSIXErrorCode)
    /// A setting of the task is invalid. The text has its name, its value and the valid values.
    case invalidSetting(String)
    /// The URL is not a file URL, or its path is not valid.
    case notAFileURL
    /// The file is a pipe, a socket or a device, which has no end.
    case notARegularFile
    /// The file is larger than allowed.
    case tooLarge(maximumByteCount: Int64)
    /// The file became shorter while it was read.
    case shrank
    /// The file is not text in UTF-8.
    case notText
    /// The content could not be decoded. See ``FileError/underlying``.
    case undecodable
    /// A line is longer than allowed.
    case lineTooLong(maximumByteCount: Int)
  }

  /// The reason of the failure.
  public var reason: Reason

  /// The file. A URL that is not a file URL has only scheme, host, port and path.
  public var url: URL { didSet { url = url.originAndPath } }

  /// The operation that failed.
  public var operation: Operation

  /// The position in the file in bytes, if there is one.
  public var byte: Int64?

  /// The error of the decoder, if the decoding failed.
  ///
  /// URLs in it are shortened as in ``TransferError/underlying``. It is not compared by `==`.
  public var underlying: (any Error)? { didSet { underlying = underlying?.withoutSecrets } }

  /// Creates an error, for a stub.
  public init(_ reason: Reason, url: URL, operation: Operation, byte: Int64? = nil, underlying: (any Error)? = nil) {
    self.reason = reason
    self.url = url.originAndPath
    self.operation = operation
    self.byte = byte
    self.underlying = underlying?.withoutSecrets
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.reason == right.reason && left.url == right.url && left.operation == right.operation && left.byte == right.byte
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(reason)
    hasher.combine(url)
    hasher.combine(operation)
    hasher.combine(byte)
  }

  /// The error code of the system, if the reason is one.
  public var code: POSIXErrorCode? { if case .system(let code) = reason { code } else { nil } }
}

extension FileError: FailureWithCancellation {
  /// The error of a cancelled wait, which does not know the file.
  package static var cancellation: Self { FileError(.system(.ECANCELED), url: URL(filePath: "/"), operation: .read) }
}

extension FileError: LocalizedError, CustomStringConvertible {
  /// One line that can be shown to a user.
  public var description: String {
    if self == .cancellation { return "The wait for a file task was cancelled." }
    let place = byte.map { " at byte \($0)" } ?? ""
    let cause = underlying.map { ": \("\($0)".withAddressesCut)" } ?? ""
    return "“\(url.pathOrAddress)” cannot be \(operation.participle)\(place): \(reason.text)\(cause)"
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
  var text: String {
    switch self {
    case .system(let code): POSIXError(code).reason
    case .invalidSetting(let text): text
    case .notAFileURL: "It is not a file URL with a valid path"
    case .notARegularFile: "It is not a regular file"
    case .tooLarge(let maximum): "It has more than \(maximum) bytes"
    case .shrank: "It became shorter while it was read"
    case .notText: "It is not text in UTF-8"
    case .undecodable: "It cannot be decoded"
    case .lineTooLong(let maximum): "A line has more than \(maximum) bytes"
    }
  }

  static var last: Self { .system(POSIXError.last.code) }
}

extension POSIXError {
  /// The text of the system, such as “No space left on device”, without a localized sentence before it.
  var reason: String {
    let error = self as NSError
    return error.localizedFailureReason ?? error.localizedDescription
  }

  /// The error of the last failed system call on this thread.
  package static var last: POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
}

extension URL {
  /// The path, or the complete URL if it is not a file URL, or if its path is not valid UTF-8.
  var pathOrAddress: String { isFileURL && !path.isEmpty ? path : absoluteString }
}
