import Testing
import TidingsTasks

struct SafeFileNameTests {
  @Test(
    arguments: [
      ("file.zip", "file.zip"),
      ("Ein Bild – 图片 👩‍👩‍👧.jpeg", "Ein Bild – 图片 👩‍👩‍👧.jpeg"),
      ("archive.tar.gz", "archive.tar.gz"),
      ("-rf", "-rf"),
      ("a..b", "a..b"),
      // The last part of a path.
      ("../../etc/passwd", "passwd"),
      ("/etc/passwd", "passwd"),
      ("..\\..\\boot.ini", "boot.ini"),
      ("C:\\folder\\file.txt", "file.txt"),
      ("folder/", "folder"),
      ("C:", "C_"),
      ("file.txt:stream", "file.txt_stream"),
      ("what?*<is>|\"this\"", "what___is___this_"),
      // Invisible characters, and characters that change the direction of text.
      ("a\0b\u{1}c\u{7F}d\u{9B}e\r\nf", "abcdef"),
      ("harmless\u{202E}gpj.exe", "harmlessgpj.exe"),
      ("\u{FEFF}a\u{2028}b", "ab"),
      // Hidden files, home folders, and characters that Windows drops.
      (".bashrc", "bashrc"),
      ("...a", "a"),
      (". .a", "a"),
      ("~", nil),
      ("~user", "user"),
      ("a. . ", "a"),
      ("  a  ", "a"),
      // Empty names.
      ("", nil), (".", nil), ("..", nil), ("/", nil), ("\\", nil), ("../..", nil), ("\0", nil), (".\0.", nil),
      (" ", nil),
      // Lengths.
      (String(repeating: "a", count: 255), String(repeating: "a", count: 255)),
      (String(repeating: "a", count: 256), String(repeating: "a", count: 255)),
      (String(repeating: "a", count: 300) + ".tar.gz", String(repeating: "a", count: 252) + ".gz"),
      (String(repeating: "é", count: 200) + ".jpeg", String(repeating: "é", count: 125) + ".jpeg"),
      (String(repeating: "👩‍👩‍👧", count: 20), String(repeating: "👩‍👩‍👧", count: 14)),
      ("a." + String(repeating: "b", count: 300), "a." + String(repeating: "b", count: 253)),
      (String(repeating: "a", count: 253) + " b", String(repeating: "a", count: 253) + " b"),
      (String(repeating: "a", count: 253) + "  b", String(repeating: "a", count: 253)),
      // A single character that is too long.
      ("a" + String(repeating: "\u{301}", count: 200), nil),
    ] as [(String, String?)])
  func `is safe on all file systems, and fits`(proposed: String, name: String?) {
    #expect(SafeFileName(proposed)?.text == name)
  }

  @Test(
    arguments: [
      ("attachment; filename=a.txt", "https://host/b", "a.txt"),
      ("attachment; filename=\"../../a.txt\"", "https://host/b", "a.txt"),
      ("attachment; filename*=UTF-8''..%2F..%2Fa%00.txt", "https://host/b", "a.txt"),
      ("attachment; filename=\"..\"", "https://host/b.zip", "b.zip"),
      ("attachment", "https://host/folder/b.zip?name=c#d", "b.zip"),
      ("junk;;=", "https://host/b", "b"),
      (nil, "https://host/a%20b.zip", "a b.zip"),
      (nil, "https://host/folder/", "folder"),
      (nil, "https://host/..%2F..%2Fetc%2Fpasswd", "passwd"),
      (nil, "https://host/%2e%2e", "download"),
      (nil, "https://host/%FF.zip", "%FF.zip"),
      (nil, "https://host/%00", "download"),
      (nil, "https://host", "download"),
      (nil, "https://host/", "download"),
      (nil, nil, "download"),
    ] as [(String?, String?, String)])
  func `is derived from a response`(disposition: String?, address: String?, name: String) {
    let url = address.flatMap { URL(string: $0) }
    #expect(SafeFileName(contentDisposition: disposition, url: url).text == name)
  }
}
