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

extension RedirectRule.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARedirect(let status): "the status \(status) is no redirect"
    case .tooMany(let limit): "there were more than \(limit) redirects in a row"
    case .missingLocation: "it has no Location"
    case .invalidLocation: "its Location is not a valid URL"
    case .locationWithCredentials: "its Location has a user or a password"
    case .unsupportedScheme(let scheme): "its Location has the scheme “\(scheme)”"
    case .downgrade: "it goes from https to http"
    case .otherHost(let host): "it goes to another host, “\(host)”"
    }
  }
}
