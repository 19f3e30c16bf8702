public import TidingsCore

/// A task that reads, writes or copies a file: reports how many bytes have moved, and fails with a ``FileError``.
///
/// It is cold and shared, as a ``TransferTask`` is.
public typealias FileTask<Success> = PublishedTask<TransferProgress, Success, FileError>
