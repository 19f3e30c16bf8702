import Testing
import TidingsTasks

/// The URLs for which a server's validators may be compared.
struct ResourceIdentityTests {
  private func identity(_ address: String, named name: String? = nil) throws -> String {
    try #require(URL(string: address)).with { $0.resourceName = name }.resourceIdentity
  }

  @Test(arguments: [
    "https://host/file?id=2", "https://host/file", "https://host/file?id=1&", "https://host/other?id=1",
    "https://other/file?id=1", "https://host:8443/file?id=1", "http://host/file?id=1", "https://host/FILE?id=1",
  ])
  func `distinguishes URLs of other resources`(other: String) throws {
    #expect(try identity("https://host/file?id=1") != identity(other))
  }

  @Test(arguments: [
    "https://host:443/file?id=1", "https://HOST/file?id=1", "https://user:word@host/file?id=1",
    "https://host/file?id=1#part",
  ])
  func `treats URLs that make the same request as equal`(other: String) throws {
    #expect(try identity("https://host/file?id=1") == identity(other))
  }

  @Test func `uses the name in place of the URL`() throws {
    #expect(try identity("https://host/a", named: "file") == identity("https://other/b?c", named: "file"))
    #expect(try identity("https://host/a", named: "file") != identity("https://host/a", named: "other"))
    #expect(try identity("https://host/a") != identity("https://host/a", named: "https://host:443/a"))
  }

  @Test func `is the same in each process, and contains no secrets`() throws {
    #expect(try identity("https://host/file?signature=secret") == "55c3b99fe00cc522")
  }
}
