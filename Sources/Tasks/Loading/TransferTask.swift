public import TidingsCore

/// A transfer: reports how many bytes have moved, and fails with a ``TransferError``.
///
/// Like every ``PublishedTask`` it is cold: it starts with its first subscriber, is shared by all, and is cancelled
/// when the last of them leaves. `eraseFailure()` makes one of it that fails with `any Error`.
public typealias TransferTask<Success> = PublishedTask<TransferProgress, Success, TransferError>
