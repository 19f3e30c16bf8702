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
