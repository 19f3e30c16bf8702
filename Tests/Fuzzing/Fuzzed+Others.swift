import Foundation
import TidingsTasks
import TidingsTesting

extension Fuzzed {
  static let resumeRecord = Fuzzed(
    "resume-record",
    words: [
      "{", "}", "\"", ":", ",", "null", "-1", "1e400", "1.5", "9223372036854775808", "\"version\":2", "\"version\":3",
      "\"resource\":\"0\"",
      "\"size\":", "\"byteCount\":", "\"validator\":", "\"url\":", "\"name\":", "\\u0000",
      "\\ud800", "\\\"x\\\"",
      "W/\\\"x\\\"", "\\r\\n", "https://example.com/a%20b?c#d", "//", "..",
    ]
  ) { bytes in
    guard let record = ResumeRecord(Data(bytes)) else { return nil }
    let validator = record.validator?.rawValue ?? ""
    return firstFault(
      (record.size ?? 0 >= 0 && record.byteCount >= 0, "a size below zero"),
      (!validator.hasPrefix("W/"), "a weak validator, with which parts would be joined"),
      (!validator.utf8.contains { $0 < 0x20 || $0 == 0x7F }, "a control character goes into a request"),
      (ResumeRecord(record.data) == record, "written as \(String(decoding: record.data, as: UTF8.self))"))
  }

  static let marbles = Fuzzed(text: "marbles", words: ["-", " ", "|", "#", "(", ")", "^", "!", "a", "(ab)", "é", "7"]) {
    text in
    do throws(MarbleSyntaxError) {
      let diagram = try MarbleDiagram(text)
      let frames = diagram.entries.map(\.frame)
      let drawing = MarbleDiagram.drawing(diagram.entries, length: diagram.length) ?? "no drawing"
      let redrawn = try? MarbleDiagram(drawing)
      return firstFault(
        (diagram.length == text.count, "\(diagram.length) frames"),
        (frames == frames.sorted() && frames.allSatisfy { 0..<diagram.length ~= $0 }, "frames \(frames)"),
        (redrawn == diagram, "drawn as \(drawing)"))
    } catch {
      return firstFault((0..<max(text.count, 1) ~= error.column, "a fault in column \(error.column)"))
    }
  }
}
