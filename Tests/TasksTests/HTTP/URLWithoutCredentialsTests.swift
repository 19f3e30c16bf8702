import Testing
import TidingsTasks

struct URLWithoutCredentialsTests {
  @Test(arguments: [
    ("https://host/path/file.zip", "https://host/path/file.zip"),
    ("https://me:secret@host:8443/file#secret", "https://host:8443/file"),
    ("https://secret@host/", "https://host/"),
    (
      "https://host/file?X-Amz-Expires=60&X-Amz-Signature=secret", "https://host/file?X-Amz-Expires=*&X-Amz-Signature=*"
    ),
    ("https://host/?a=secret=secret&b=&c", "https://host/?a=*&b=*&*"),
    ("https://host/?secret", "https://host/?*"),
    ("https://host/?", "https://host/?"),
    ("https://host/?a%20b=secret%26&&", "https://host/?a%20b=*"),
    ("https://host/a%2Fb%20c", "https://host/a%2Fb%20c"),
    ("https://[::1]:80/x", "https://[::1]:80/x"),
    ("file:///folder/file", "file:///folder/file"),
    ("ftp://me:secret@host/x", "ftp://host/x"),
    ("relative?a=secret", "relative?a=*"),
    ("://me:secret@host", "about:invalid"),
  ])
  func `keeps no secrets`(address: String, result: String) throws {
    #expect(try #require(URL(string: address)).withoutCredentials.absoluteString == result)
  }

  @Test func `counts the objects of the base class`() throws {
    let base = try #require(URL(string: "https://me:secret@host/a/b?c=secret"))
    let url = try #require(URL(string: "d?e=secret", relativeTo: base))
    #expect(url.withoutCredentials.absoluteString == "https://host/a/d?e=*")
  }

  @Test func `no URL contains secrets after it is reduced once or twice`() {
    let good = [
      "https://me:secret@host:80/a?b=c#d", "https://host/?secret", "//secret@host", "mailto:a@host",
      "see https://me:secret@host:80/a?b=c#d", "file://me@host/x?secret y://z@",
    ]
    for text in Mutations(of: good, count: 8000) {
      #expect(text.withAddressesCut.withAddressesCut == text.withAddressesCut)
      guard let url = URL(string: text) else { continue }
      for result in [url.withoutCredentials, url.originAndPath] {
        #expect(result.user() == nil && result.password() == nil && result.fragment == nil)
      }
      #expect(url.withoutCredentials.withoutCredentials == url.withoutCredentials && url.originAndPath.query() == nil)
    }
  }
}
