/// How far a ``Downloader`` has come with everything that it was asked for.
///
/// It tells of all downloads since the downloader had nothing to do for the last time: when one is asked for while none
/// is waiting, running or paused, counting starts from zero. One that has failed counts with the bytes that it had, and as
/// done. One that was given up, because it was cancelled or its last subscriber has left, does not count. One that had to
/// start over counts with as many bytes as it has had before.
public struct DownloaderProgress: Sendable, Hashable {
  /// How many downloads wait for their turn.
  public var waiting = 0

  /// How many are running.
  public var running = 0

  /// How many are paused.
  public var paused = 0

  /// How many have succeeded.
  public var finished = 0

  /// How many have failed, those that were cancelled by ``Downloader/cancel(_:discarding:)`` among them. Those whose last
  /// subscriber has left are not.
  public var failed = 0

  /// The number of bytes that are there, of all downloads together. Goes back when one is given up.
  public var transferredBytes: Int64 = 0

  /// The number of bytes of all downloads together, or nil while that of one of them is not known: before the server has
  /// told, or the request has by its ``TransferRequest/expectedByteCount``.
  public var expectedBytes: Int64? = 0

  /// The speed of all that are running together, in bytes per second.
  public var bytesPerSecond: Double = 0

  /// The part that is done, from 0 to 1: of the bytes, when all sizes are known, otherwise of the downloads. What was given
  /// up is no part of it. Never goes back unless something is added.
  public var fractionCompleted: Double = 0

  /// Progress with nothing in it, which a stub may want to fill.
  public init() {}
}
