public import TidingsAdapters
public import TidingsTasks

// Former names of types of this package.

@available(*, unavailable, renamed: "DeferredPublisher")
public typealias LatePublisher<Update: Sendable> = DeferredPublisher<Update>

@available(*, unavailable, renamed: "PendingUpdatePolicy")
public typealias HeldBackUpdate = PendingUpdatePolicy

@available(*, unavailable, renamed: "ReplayRetention")
public typealias Retention = ReplayRetention

@available(*, unavailable, renamed: "TimeoutScope")
public typealias TimeLimit = TimeoutScope

@available(*, unavailable, renamed: "HTTPExchange")
public typealias Exchange = HTTPExchange
