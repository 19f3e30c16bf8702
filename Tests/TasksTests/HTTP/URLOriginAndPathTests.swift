import Testing
import TidingsTasks

struct URLOriginAndPathTests {
  @Test(arguments: [
    ("https://host/path/file.zip", "https://host/path/file.zip"),
    ("https://me:secret@host:8443/file?secret=secret#secret", "https://host:8443/file"),
    ("https://host/?secret", "https://host/"),
    ("https://host?secret", "https://host"),
    ("https://host/a%2Fb%20c", "https://host/a%2Fb%20c"),
    ("https://[::1]:80/x?secret", "https://[::1]:80/x"),
    ("file:///folder/file", "file:///folder/file"),
    ("file://me:secret@host/folder/file?secret", "file://host/folder/file"),
    ("mailto:a@host", "mailto:a@host"),
    ("://me:secret@host", "about:invalid"),
  ])
  func `a URL is reduced to scheme, host, port and path`(address: String, result: String) throws {
    #expect(try #require(URL(string: address)).originAndPath.absoluteString == result)
  }

  @Test(arguments: [
    ("See https://me:secret@host/a?b=secret#secret.", "See https://host/a"),
    ("“https://host/a?secret” and http://secret@other:80", "“https://host/a” and http://other:80"),
    ("https://a@b@host/@x", "https://host/@x"),
    ("https://me:pa'ss@host/Files('a')?token=secret 'https://host/b'", "https://host/Files('a') 'https://host/b'"),
    ("no address: user@host?query", "no address: user@host?query"),
    ("https://?secret", "https://"),
    ("", ""),
  ])
  func `each URL in a text is reduced`(text: String, result: String) {
    #expect(text.withAddressesCut == result)
  }

  @Test func `a long word takes linear time`() {
    let word = String(repeating: "a", count: 200_000)
    #expect("\(word)://me:secret@host \(word)".withAddressesCut == "\(word)://host \(word)")
  }
}
