import Foundation
import TidingsTasks

extension Fuzzed {
  static let contentRange = Fuzzed(
    text: "content-range", words: ["bytes ", "*/", "-", "/", "/*", "9223372036854775807", "9223372036854775808", "0"]
  ) { field in
    guard let range = ContentRange(field) else { return nil }
    let isOrdered =
      switch range {
      case .part(let part, let size): part.lowerBound >= 0 && !part.isEmpty && part.upperBound <= size ?? .max
      case .unsatisfied(let size): size >= 0
      }
    return firstFault((isOrdered, "not a range of a file: \(range)"))
  }

  static let retryAfter = Fuzzed(
    text: "retry-after",
    words: ["120", "-", "18446744073709551616", "Sun, ", "06 Nov 1994 ", "08:49:37", " GMT", "9999"]
  ) { field in
    let now = Date(timeIntervalSince1970: 784_111_777)
    guard let delay = RetryAfter(field, now: now)?.delay else { return nil }
    return firstFault((.zero <= delay && delay <= RetryAfter.longest, "a delay of \(delay)"))
  }

  static let httpDate = Fuzzed(
    text: "http-date",
    words: [
      "Sun", "Sunday", ", ", "06 Nov 1994", "08:49:37", "23:59:60", " GMT", "29 Feb", "0000", "9999",
    ]
  ) { field in
    guard let date = HTTPDate(field) else { return nil }
    return firstFault((HTTPDate(date.fieldValue) == date, "printed as \(date.fieldValue)"))
  }

  static let entityTag = Fuzzed(text: "entity-tag", words: ["W/", "\"", "\"\"", "é", "\u{7F}", " ", ","]) { field in
    guard let tag = StrongValidator(rawValue: field) else { return nil }
    return firstFault(
      (StrongValidator(rawValue: tag.rawValue) == tag, "printed as \(tag.rawValue)"),
      (field.utf8.elementsEqual(tag.rawValue.utf8) || hasSpaceAround(field), "changed to \(tag.rawValue)"),
      (!tag.rawValue.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character goes into a request"))
  }

  private static func hasSpaceAround(_ field: String) -> Bool {
    let ends = [field.utf8.first, field.utf8.last].compactMap(\.self)
    return ends.contains(0x20) || ends.contains(0x09)
  }

  static let contentDisposition = Fuzzed(
    text: "content-disposition",
    words: [
      "attachment", "inline", "; ", "filename", "filename*", "=", "\"", "\\\"", "UTF-8''", "utf-8'en'", "%e2%82%ac",
      "%2F",
      "%00", "..", "/", "\\", "~", "con", ".txt",
    ]
  ) { field in
    let name = SafeFileName(contentDisposition: field, url: URL(string: "https://example.com/last"))
    if let fault = fault(in: name) { return fault }
    guard let proposed = SafeFileName.proposed(in: field), proposed.count < 1_000,
      !proposed.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F })
    else { return nil }
    let quoted = proposed.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return firstFault(
      (SafeFileName.proposed(in: "attachment; filename=\"\(quoted)\"") == proposed, "printed as “\(quoted)”"))
  }

  static let fileName = Fuzzed(
    text: "file-name",
    words: [
      "..", "/", "\\", "~", ":", "con", "COM1", "lpt¹", ".tar.gz", " ", "\u{301}", "\u{202E}", "\u{FEFF}", "\u{FFFE}",
      "👩‍👩‍👧",
      String(repeating: "é", count: 130), String(repeating: "\u{301}", count: 200),
    ]
  ) { proposed in
    SafeFileName(proposed).flatMap { fault(in: $0) }
  }

  private static func fault(in name: SafeFileName) -> String? {
    let text = name.text
    let folder = URL(filePath: "/folder", directoryHint: .isDirectory)
    let file = folder.appending(component: text, directoryHint: .notDirectory)
    return firstFault(
      (file.standardizedFileURL.path(percentEncoded: false) == "/folder/" + text, "leads to \(file)"),
      (!text.isEmpty && text.utf8.count <= 255, "of \(text.utf8.count) bytes"),
      (!text.hasPrefix(".") && !text.hasSuffix(".") && !text.hasSuffix(" "), "hidden, or changed by Windows: \(text)"),
      (text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && !"/\\:".utf8.contains($0) }, "a separator in \(text)"),
      (SafeFileName(text)?.text == text, "not safe when it is read again: \(text)"))
  }
}
