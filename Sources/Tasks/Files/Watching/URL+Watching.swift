public import Foundation
public import TidingsCore

extension URL {
  /// Returns a broadcaster of the changes of a file, or of the files in a folder.
  ///
  /// ```swift
  /// settings.broadcasterForChanges().subscribe { _ in reload() } failure: { show($0) }.store(in: subscriptions)
  /// reload()
  /// ```
  ///
  /// If the URL is that of a folder when the first subscriber arrives, the files directly in it are watched. Otherwise the
  /// name is watched. The file need not exist, and may be deleted, created again or replaced, as most programs do when they
  /// save. Its folder must exist. In a sandboxed app, it is a folder to which the app has access: a file that the user has
  /// selected grants no access to its folder. If a folder above is moved, the file has disappeared.
  ///
  /// Symbolic links are followed. The broadcaster also reports when a link anywhere on the way is replaced, as when
  /// Kubernetes replaces the `..data` of a volume: the file has appeared or disappeared, or the folder has an
  /// ``FileChange/Kind/unknown`` change. All changes have this URL, not that of the target.
  ///
  /// The watch starts with the first subscriber and stops with the last. No change after `subscribe` returns is missed. The
  /// broadcaster ends when the watched folder, or the folder of the file, is removed or moved itself. Updates are delivered on a
  /// serial queue of the watch. If the watch cannot be started, a ``FileError`` is the only update, and is delivered before
  /// `subscribe` returns.
  ///
  /// A program that writes often causes many updates; `debounce` waits until it has finished. The system reports the changes, on
  /// Linux with inotify. It does not report changes that others make on a network share, or through a memory map, nor in a folder
  /// those through another hard link. For a file, only changes of its content are reported through another hard link or a mount.
  /// A name that is not UTF-8 is reported as an ``FileChange/Kind/unknown`` change of the folder.
  ///
  /// On Apple platforms, all changes of a folder are ``FileChange/Kind/unknown``, and only those of its names are reported: a
  /// file appeared, was replaced or disappeared. To know when its content changes, watch the file. Links are followed only in
  /// the folder of this URL, and a move of a folder above that folder is not reported.
  public func broadcasterForChanges() -> Broadcaster<Result<FileChange, FileError>> {
    Broadcaster { source in
      do throws(FileError) {
        return try FileWatch.start(self, source)
      } catch {
        source.send(.failure(error))
        source.finish()
        return .ended
      }
    }
  }

  /// Whether this is the URL of a folder, or of a symbolic link to one.
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
  }
}

/// A change of a watched file, or of a file in a watched folder.
public struct FileChange: Sendable, Hashable {
  /// The kind of a change.
  public enum Kind: Sendable, Hashable {
    /// A file was created, or moved to this name. It may have replaced another file, as an atomic save does.
    case appeared
    /// The content or the attributes of the file have changed, such as permissions or dates.
    case modified
    /// The file was deleted, or moved to another name.
    case disappeared
    /// The system does not report what has changed. It may be anything in the watched folder.
    case unknown
  }

  /// The kind of the change.
  public var kind: Kind

  /// The URL of the file. For ``Kind/unknown``, the watched URL.
  public var url: URL

  /// Creates a change, for a stub.
  public init(_ kind: Kind, of url: URL) {
    self.kind = kind
    self.url = url
  }
}
