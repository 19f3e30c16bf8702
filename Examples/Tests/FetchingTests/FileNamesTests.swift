import Fetching
import Testing

struct FileNamesTests {
  @Test(arguments: [
    ("http://host/folder/file.txt", "file.txt"), ("http://host/file.txt?query=1#part", "file.txt"),
    ("http://host/folder/", "folder"), ("http://host/", "host"), ("http://host", "host"),
    ("http://host/%C3%BC%20.txt", "ü .txt"),
  ])
  func `is the last path component or the host`(address: String, name: String) {
    var names = FileNames()
    #expect(names.name(for: address) == name)
  }

  @Test(arguments: [
    "http://host/..", "http://host/%2E%2E", "http://host/..%2F..%2Fetc%2Fpasswd", "http://host/a%2Fb", "http://[", "",
    "/", "../../file", "http://host/%00",
  ])
  func `stays in its folder`(address: String) {
    var names = FileNames()
    let name = names.name(for: address)
    #expect(!name.isEmpty && !name.contains("/") && !name.contains("\0") && ![".", ".."].contains(name))
  }

  @Test func `contains no control characters`() {
    var names = FileNames()
    #expect(names.name(for: "http://host/%1B%5B2Ja%0Ab%7F") == "_[2Ja_b_")
  }

  @Test func `adds a number to a name that was assigned before`() {
    var names = FileNames()
    let addresses = ["a/x.tar", "b/x.tar", "c/x-2.tar", "d/x.tar", "e/.x", "f/.x"]
    #expect(
      addresses.map { names.name(for: "http://\($0)") }
        == ["x.tar", "x-2.tar", "x-2-2.tar", "x-3.tar", ".x", ".x-2"])
  }
}
