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

  @Test func `keeps no secrets of its base URL`() throws {
    let base = try #require(URL(string: "https://me:secret@host/a/b?c=secret"))
    let url = try #require(URL(string: "d?e=secret", relativeTo: base))
    #expect(url.withoutCredentials.absoluteString == "https://host/a/d?e=*")
  }
}
