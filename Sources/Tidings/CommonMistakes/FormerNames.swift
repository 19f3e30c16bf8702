public import Foundation
public import TidingsAdapters
public import TidingsCore
public import TidingsTasks

// The compiler answers each former name with the name of today.

extension Downloader {
  @available(*, unavailable, message: "Set 'resourceName' of a 'TransferRequest' instead of 'key'.")
  public func publishedTask(
    downloading request: some TransferRequestConvertible, to file: URL, key: String?
  ) -> TransferTask<DownloadedFile> {
    publishedTask(downloading: request, to: file)
  }
}

extension Publisher {
  @available(*, unavailable, renamed: "broadcaster()")
  public func asBroadcaster() -> Broadcaster<Update> { broadcaster() }

  @available(*, unavailable, renamed: "publishedValue(initial:whenUnused:)")
  public func asPublishedValue(
    initial: Update, whenUnused retention: ReplayRetention = .resetting
  ) -> PublishedValue<Update> {
    publishedValue(initial: initial, whenUnused: retention)
  }
}

extension Subscription {
  @available(*, unavailable, message: "Use 'Subscription.livePlaces.count', which exists in every build.")
  public static var liveCount: Int { livePlaces.count }
}

extension SubscriptionBag {
  @available(*, unavailable, message: "Use 'store(in:)' of the subscription, or 'insert(_:)' of the bag.")
  public static func += (bag: SubscriptionBag, subscription: Subscription) { bag.insert(subscription) }
}

extension TransferError.Reason {
  @available(*, unavailable, renamed: "invalidResponse(_:)")
  public static func invalidAnswer(_ text: String) -> Self { .invalidResponse(text) }
}

extension TransferRequest {
  @available(*, unavailable, renamed: "expectedDigest") public var digest: ExpectedDigest? {
    get { expectedDigest }
    set { expectedDigest = newValue }
  }

  @available(*, unavailable, renamed: "retryPolicy") public var retry: RetryPolicy {
    get { retryPolicy }
    set { retryPolicy = newValue }
  }

  @available(*, unavailable, renamed: "idleTimeout") public var idleLimit: Duration {
    get { idleTimeout }
    set { idleTimeout = newValue }
  }

  @available(*, unavailable, renamed: "totalTimeout") public var wholeLimit: Duration? {
    get { totalTimeout }
    set { totalTimeout = newValue }
  }

  @available(*, unavailable, renamed: "isResumable") public var resumes: Bool {
    get { isResumable }
    set { isResumable = newValue }
  }

  @available(*, unavailable, renamed: "acceptableResponses") public var accepts: ResponseAcceptance {
    get { acceptableResponses }
    set { acceptableResponses = newValue }
  }

  @available(*, unavailable, renamed: "redirectPolicy") public var redirects: RedirectPolicy {
    get { redirectPolicy }
    set { redirectPolicy = newValue }
  }

  @available(*, unavailable, message: "A download uses one connection. Remove this setting.") public var segments: Int {
    get { 1 }
    set { _ = newValue }
  }
}
