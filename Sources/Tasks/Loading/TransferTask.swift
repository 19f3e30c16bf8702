public import TidingsCore

/// Work that moves bytes and tells how far it has come.
///
/// Like every ``PublishedTask`` it is cold: it starts with its first subscriber, is shared by all, and is cancelled
/// when the last of them leaves.
public typealias TransferTask<Success> = PublishedTask<TransferProgress, Success, any Error>
