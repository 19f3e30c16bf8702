public import Foundation

/// A download that waits in a ``Downloader``, runs or is paused.
public struct DownloaderItem: Sendable, Hashable, Identifiable {
  /// Where the file is put.
  public var file: URL

  /// The address, without user, password, fragment and the values of its query.
  public var url: URL?

  /// How urgent it is among others that wait.
  public var priority: TransferPriority

  /// What becomes of it just now.
  public var state: State

  /// How far it has come; zero while it waits for its first turn.
  public var progress: TransferProgress

  /// What can become of a download that has not ended.
  public enum State: Sendable, Hashable {
    /// It starts when it is its turn.
    case waiting
    /// It has its turn.
    case running
    /// It has no turn until it is resumed.
    case paused
  }

  /// The file: there is one download at a time to it.
  public var id: URL { file }

  /// Creates an item, which a preview or a stub may want.
  public init(
    file: URL, url: URL?, priority: TransferPriority = .normal, state: State,
    progress: TransferProgress = TransferProgress(transferredBytes: 0)
  ) {
    self.file = file
    self.url = url
    self.priority = priority
    self.state = state
    self.progress = progress
  }
}
