extension RedirectRule.Refusal: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notARedirect(let status): "\(status) leads nowhere"
    case .tooMany(let limit): "there were more than \(limit) in a row"
    case .missingLocation: "it does not say where to"
    case .invalidLocation: "it leads to what is no address"
    case .locationWithCredentials: "it leads to an address with a user or a password"
    case .unsupportedScheme(let scheme): "it leads to a “\(scheme)” address"
    case .downgrade: "it leads from https to http"
    case .otherHost(let host): "it leads to another host, “\(host)”"
    }
  }
}
