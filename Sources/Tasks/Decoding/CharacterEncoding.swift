import Foundation

extension String.Encoding {
  /// The encoding that a server calls by a name; nil if it is not known here.
  ///
  /// The names are those of the IANA registry and the labels that browsers take (WHATWG, Encoding Standard, 4.2), as far
  /// as Foundation has the encoding. No name stands for UTF-8.
  init?(serverName: String) {
    let name = serverName.lowercased().trimmingCharacters(in: .whitespaces.union(["\"", "'"]))
    guard let encoding = Self.byName[name] else { return nil }
    self = encoding
  }

  private static let byName = Dictionary(
    uniqueKeysWithValues: names.flatMap { encoding, names in names.map { ($0, encoding) } })

  private static let names: [(Self, [String])] = [
    (.utf8, ["utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8", ""]),
    (.utf16, ["utf-16", "utf16", "unicode", "ucs-2", "iso-10646-ucs-2"]),
    (.utf16LittleEndian, ["utf-16le", "unicodefeff"]),
    (.utf16BigEndian, ["utf-16be", "unicodefffe"]),
    (.utf32, ["utf-32"]), (.utf32LittleEndian, ["utf-32le"]), (.utf32BigEndian, ["utf-32be"]),
    (.ascii, ["us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "csascii"]),
    (.isoLatin1, ["iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "latin1", "latin-1", "l1", "cp819", "ibm819"]),
    (.isoLatin2, ["iso-8859-2", "iso8859-2", "iso88592", "iso_8859-2", "latin2", "latin-2", "l2"]),
    (.windowsCP1250, ["windows-1250", "cp1250", "x-cp1250"]),
    (.windowsCP1251, ["windows-1251", "cp1251", "x-cp1251"]),
    (.windowsCP1252, ["windows-1252", "cp1252", "x-cp1252"]),
    (.windowsCP1253, ["windows-1253", "cp1253", "x-cp1253"]),
    (.windowsCP1254, ["windows-1254", "cp1254", "x-cp1254"]),
    (.macOSRoman, ["macintosh", "mac", "x-mac-roman"]),
    (.japaneseEUC, ["euc-jp", "x-euc-jp"]),
    (.shiftJIS, ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "windows-31j"]),
    (.iso2022JP, ["iso-2022-jp", "csiso2022jp"]),
  ]
}
