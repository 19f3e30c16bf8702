/// Which redirects a transfer follows.
///
/// Whatever is followed, `Authorization`, `Cookie` and `Proxy-Authorization` go to the origin (scheme, host and port)
/// that the request was meant for, and to no other.
public struct RedirectPolicy: Sendable, Hashable {
  /// How many redirects in a row are followed; one more ends the transfer.
  public var maximumCount: Int

  /// Whether other hosts are gone to.
  public var allowsOtherHosts: Bool

  /// Whether a redirect from `https` to `http` is followed, where anybody on the way can read and change what comes.
  public var allowsDowngrade: Bool

  /// Follows what is safe, up to 20 times, as browsers do.
  public static let standard = RedirectPolicy()

  /// Follows nothing: a redirect ends the transfer.
  public static let none = RedirectPolicy(maximumCount: 0)

  /// Creates a policy; what is not said is as in ``standard``.
  public init(maximumCount: Int = 20, allowsOtherHosts: Bool = true, allowsDowngrade: Bool = false) {
    self.maximumCount = maximumCount
    self.allowsOtherHosts = allowsOtherHosts
    self.allowsDowngrade = allowsDowngrade
  }
}
