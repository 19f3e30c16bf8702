import Testing
import TidingsTasks

/// RFC 9110, 15.4, and the Fetch standard, *HTTP-redirect fetch*.
struct RedirectsTests {
  private static let base = URL(string: "https://host/a/b?q")!

  private struct Next {
    var url: URL
    var method: String?
    var keepsBody: Bool
    var dropsCredentials: Bool
  }

  private func next(
    _ location: String?, from base: URL = base, status: Int = 302, method: String = "GET", hasBody: Bool = false,
    count: Int = 0, policy: RedirectPolicy = .standard
  ) throws -> Next {
    var request = URLRequest(url: base)
    request.httpMethod = method
    request.setValue("Bearer secret", forHTTPHeaderField: "Authorization")
    let next = try #require(
      try policy.redirect(request, hasBody: hasBody, count: count, status: status, location: location))
    return Next(
      url: try #require(next.request.url), method: next.request.httpMethod, keepsBody: next.keepsBody,
      dropsCredentials: next.request.value(forHTTPHeaderField: "Authorization") == nil)
  }

  private func refusal(_ location: String?, count: Int = 0, policy: RedirectPolicy = .standard) throws -> String {
    try #require(throws: RefusedRedirect.self) { try next(location, count: count, policy: policy) }.reason
  }

  @Test(arguments: [
    (301, "GET", "GET"), (302, "GET", "GET"), (303, "GET", "GET"), (307, "GET", "GET"), (308, "GET", "GET"),
    (301, "HEAD", "HEAD"), (302, "HEAD", "HEAD"), (303, "HEAD", "HEAD"), (307, "HEAD", "HEAD"), (308, "HEAD", "HEAD"),
    (301, "POST", "GET"), (302, "POST", "GET"), (303, "POST", "GET"), (307, "POST", "POST"), (308, "POST", "POST"),
    (301, "PUT", "PUT"), (302, "PUT", "PUT"), (303, "PUT", "GET"), (307, "PUT", "PUT"), (308, "PUT", "PUT"),
    (301, "DELETE", "DELETE"), (302, "DELETE", "DELETE"), (303, "DELETE", "GET"), (307, "DELETE", "DELETE"),
    (302, "post", "GET"), (303, "head", "HEAD"), (307, "post", "POST"),
  ])
  func `changes the method as browsers do`(status: Int, method: String, nextMethod: String) throws {
    let next = try next("/c", status: status, method: method, hasBody: true)
    #expect(next.method == nextMethod)
    #expect(next.keepsBody == (method.uppercased() == nextMethod))
    #expect(try !self.next("/c", status: status, method: method).keepsBody)
  }

  /// The examples of RFC 3986, 5.4, that have a host and a supported scheme.
  @Test(arguments: [
    ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"),
    ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q"),
    ("g#s", "http://a/b/c/g"), ("g?y#s", "http://a/b/c/g?y"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"), ("../..", "http://a/"), ("../../g", "http://a/g"), ("../../../g", "http://a/g"),
    ("/./g", "http://a/g"), ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
    ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/../y", "http://a/b/c/y"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("https://other:8443/x?y=%20#z", "https://other:8443/x?y=%20"), (" /g\t", "http://a/g"),
    ("/with space", "http://a/with%20space"), ("/é", "http://a/%C3%A9"), ("HTTP://A/x", "http://A/x"),
    ("/got?ids[]=1&q=a%20b", "http://a/got?ids%5B%5D=1&q=a%20b"), ("/a%2fb c?d=%7B%22", "http://a/a%2fb%20c?d=%7B%22"),
    ("/100%?x=%zz%4", "http://a/100%25?x=%25zz%254"), ("/{a}|b\\c^`\"<>", "http://a/%7Ba%7D%7Cb%5Cc%5E%60%22%3C%3E"),
    ("//[::1]:80/é%20[", "http://[::1]:80/%C3%A9%20%5B"), ("?a=%2B+&b=ä%26", "http://a/b/c/d;p?a=%2B+&b=%C3%A4%26"),
  ])
  func `resolves the location`(location: String, target: String) throws {
    let base = try #require(URL(string: "http://a/b/c/d;p?q"))
    #expect(try next(location, from: base).url.absoluteString == target)
  }

  @Test(arguments: [
    ("/c", false), ("https://host/c", false), ("https://HOST:443/c", false), ("//host/c", false),
    ("https://host:/c", false), ("https://host:00443/c", false),
    ("https://host:444/c", true), ("https://other/c", true), ("https://host.other/c", true),
    ("https://sub.host/c", true),
    ("http://host/c", true),
  ])
  func `removes credentials for another origin, also for one with http if that is allowed`(
    location: String, drops: Bool
  ) throws {
    let next = try next(location, policy: RedirectPolicy(allowsDowngrade: true))
    #expect(next.dropsCredentials == drops)
  }

  @Test func `removes credentials on a redirect to https`() throws {
    #expect(try next("https://host/", from: URL(string: "http://host/")!).dropsCredentials)
  }

  @Test(arguments: [
    ("/c", "https://me:pass%2Fword@host/c"), ("https://host:443/c", "https://me:pass%2Fword@host:443/c"),
    ("https://other/c", "https://other/c"), ("//host:1/c", "https://host:1/c"),
  ])
  func `keeps credentials of the URL only for its origin`(location: String, target: String) throws {
    let base = try #require(URL(string: "https://me:pass%2Fword@host/a"))
    #expect(try next(location, from: base).url.absoluteString == target)
  }

  @Test(
    arguments: [
      ("http://host/", "https to http"), ("http://other/", "https to http"),
      (nil, "no Location"), ("", "no Location"), (" \t", "no Location"),
      ("https://me@host/", "a user or a password"), ("https://me:password@other/", "a user or a password"),
      ("//me@host/", "a user or a password"), ("https://:password@host/", "a user or a password"),
      ("ftp://host/", "“ftp”"), ("file:///etc/passwd", "“file”"), ("data:text/plain,x", "“data”"),
      ("javascript:1", "“javascript”"),
      ("https:///etc/passwd", "not a valid URL"), ("https:", "not a valid URL"), ("https://", "not a valid URL"),
      ("/a\0b", "not a valid URL"), ("/a\r\nHost: other", "not a valid URL"), ("https://[::1/", "not a valid URL"),
      ("https://host:0/", "not a valid URL"), ("https://host:65536/", "not a valid URL"),
      ("https://host:port/", "not a valid URL"), ("https://host:999999999999999999999999999999/", "not a valid URL"),
    ] as [(String?, String)])
  func refuses(location: String?, reason: String) throws {
    #expect(try refusal(location).contains(reason))
  }

  @Test(arguments: [200, 206, 300, 304, 305, 306, 309, 399, 400, 0, -1])
  func `follows no other status`(status: Int) throws {
    let request = URLRequest(url: Self.base)
    #expect(
      try RedirectPolicy.standard.redirect(request, hasBody: false, count: 0, status: status, location: "/c") == nil)
  }

  @Test func `rejects other hosts if the setting requires it`() throws {
    let policy = RedirectPolicy(allowsOtherHosts: false)
    #expect(try refusal("https://OTHER/", policy: policy).contains("another host, “other”"))
    #expect(try next("https://HOST:444/", policy: policy).url.absoluteString == "https://HOST:444/")
  }

  @Test func `ends a loop`() throws {
    let policy = RedirectPolicy(maximumCount: 3)
    #expect(try next("/a/b?q", count: 2, policy: policy).url == Self.base)
    #expect(try refusal("/a/b?q", count: 3, policy: policy).contains("more than 3 redirects"))
    #expect(try refusal("/c", policy: RedirectPolicy(maximumCount: 0)).contains("more than 0 redirects"))
  }
}
