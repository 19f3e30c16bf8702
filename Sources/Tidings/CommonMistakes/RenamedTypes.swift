public import TidingsAdapters

// Former names of types of this package.

@available(*, unavailable, renamed: "DeferredPublisher")
public typealias LatePublisher<Update: Sendable> = DeferredPublisher<Update>

@available(*, unavailable, renamed: "PendingUpdatePolicy")
public typealias HeldBackUpdate = PendingUpdatePolicy

@available(*, unavailable, renamed: "ReplayRetention")
public typealias Retention = ReplayRetention

@available(*, unavailable, renamed: "TimeoutScope")
public typealias TimeLimit = TimeoutScope
