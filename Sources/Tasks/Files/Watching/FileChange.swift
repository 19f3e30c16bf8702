public import Foundation

/// Something that has happened to a watched file, or to a file in a watched folder.
public struct FileChange: Sendable, Hashable {
  /// What may happen to a file.
  public enum Kind: Sendable, Hashable {
    /// A file has got this name: it was created, or moved here, maybe in place of another, as by an atomic save.
    case appeared
    /// Its bytes or its attributes, like permissions or dates, have changed.
    case modified
    /// No file has this name any more: it was deleted, or moved away.
    case disappeared
    /// More has happened than the system can tell: anything in the watched folder may have changed.
    case unknown
  }

  /// What has happened.
  public var kind: Kind

  /// The file; the watched URL itself where ``Kind/unknown`` says that nothing better is known.
  public var url: URL

  /// Creates a change, which a stub of a watched file may want.
  public init(_ kind: Kind, of url: URL) {
    self.kind = kind
    self.url = url
  }
}
