public import Foundation
public import TidingsCore

extension URL {
  /// What happens to a file, or to the files in a folder.
  ///
  /// ```swift
  /// settings.broadcasterForChanges().subscribe { _ in reload() } failure: { show($0) }.store(in: subscriptions)
  /// reload()
  /// ```
  ///
  /// If there is a folder at this URL when the first subscriber comes, the files directly in it are watched, otherwise
  /// the name: a file that is not there yet, that is deleted and made anew, or replaced by another, as most programs do
  /// when they save, goes on being watched. Its folder must exist.
  ///
  /// Symbolic links are followed: what happens to the file that they lead to is told of this URL, and also that one of
  /// them, on any place of the way, leads elsewhere now, as when Kubernetes replaces the `..data` of a volume. Then the
  /// file has appeared, or disappeared; of a folder a change without a name is told, as ``FileChange/Kind/unknown``.
  ///
  /// The watch starts with the first subscriber, who misses nothing that happens after `subscribe` has returned, is
  /// shared by all, and stops with the last. It ends when the watched folder, or the one that the file is in, is
  /// removed or moved. If it can't be started, a ``FileError`` is the only update.
  ///
  /// A program that writes much causes many updates; `debounce` waits until it has finished. Changes are told by the
  /// system, on Linux by inotify: changes that others make on a network share, or through a memory map, are not.
  /// On Apple platforms changes of a folder are told without a name, as ``FileChange/Kind/unknown``, and links are noticed
  /// that are replaced in the folder of this URL, not elsewhere on the way.
  ///
  /// Updates come on a serial queue of this watch. On Linux each watch takes an inotify instance, of which a user has 128
  /// by default; beyond that it fails with `EMFILE`. A folder takes one for all of its files.
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
}

extension URL {
  /// Whether there is a folder here, also by way of a symbolic link.
  func isFolder() throws(FileError) -> Bool {
    var status = stat()
    return try unsafe withPath(for: .watch) { unsafe stat($0, &status) } == 0 && status.isFolder
  }
}
