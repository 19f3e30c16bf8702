import Foundation
import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Fuzzed {
  /// A `Content-Range`, an entity tag and a length, one a line. Bytes are appended only if they belong to the others.
  static let rangeResponse = Fuzzed(
    text: "range-response", words: ["bytes ", "items ", "100-199", "/1000", "*", "W/", "\"a\"", "\n", ", ", "-1", "0"]
  ) { text in
    let values = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let fields = Dictionary(zip(["Content-Range", "ETag", "Content-Length"], values)) { first, _ in first }
    let tag = StrongValidator(rawValue: "\"a\"")
    let response = RangeResponse(status: 206) { fields[$0] }
    let asked = RangeRequest(offset: 100, end: 200, validator: tag, size: 1000)
    guard case .append(let length, let size) = RangeDecision(for: response, to: asked) else { return nil }
    let range = fields["Content-Range"] ?? ""
    return firstFault(
      (1...100 ~= length && size == 1000, "\(length) bytes of \(size ?? -1)"),
      (StrongValidator(rawValue: fields["ETag"] ?? "") == tag, "bytes of another file"),
      (range.lowercased().contains("bytes ") && range.contains("100-"), "another offset: \(range)"))
  }

  static let address = Fuzzed(text: "address", words: ["://", "@", ":", "//", "?", "#", "%", "/", "\\", "secret"]) {
    text in
    let cut = text.withAddressesCut
    guard cut.withAddressesCut == cut else { return "cut again: \(cut)" }
    guard let url = URL(string: text) else { return nil }
    let (shown, kept) = (url.originAndPath, url.withoutCredentials)
    return firstFault(
      (
        [shown, kept].allSatisfy { $0.user() == nil && $0.password() == nil && $0.fragment == nil }, "a secret: \(kept)"
      ),
      (kept.withoutCredentials == kept && shown.query() == nil, "a query: \(shown)"))
  }

  /// The next URL has https, and credentials stay with their origin.
  static let location = Fuzzed(text: "location", words: ["//", "../", "@", ":444", "HTTP:", "%", "?", "#", " ", "\\"]) {
    text in
    guard let base = URL(string: "https://me:pw@host/a/b") else { return "no base" }
    var request = URLRequest(url: base)
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    let next = try? RedirectPolicy.standard.redirect(request, hasBody: false, count: 0, status: 302, location: text)
    guard let next = next?.request, let url = next.url else { return nil }
    let isSame = Origin(url) == Origin(base)
    return firstFault(
      (Origin(url)?.scheme == "https" && url.fragment == nil, "leads to \(url)"),
      ((next.value(forHTTPHeaderField: "Authorization") != nil) == isSame, "the header at \(url)"),
      ((url.user() == "me") == isSame, "the user at \(url)"))
  }
}
