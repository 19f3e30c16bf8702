import Foundation
import TidingsTasks
import TidingsTesting

extension Fuzzed {
  static let resumeRecord = Fuzzed(
    "resume-record",
    words: [
      "{", "}", "\"", ":", ",", "null", "-1", "1e400", "1.5", "9223372036854775808", "\"version\":1", "\"version\":2",
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
      let redrawn = try? MarbleDiagram(drawing(of: diagram))
      return firstFault(
        (diagram.length == text.count, "\(diagram.length) frames"),
        (frames == frames.sorted() && frames.allSatisfy { 0..<diagram.length ~= $0 }, "frames \(frames)"),
        (redrawn == diagram, "drawn as \(drawing(of: diagram))"))
    } catch {
      return firstFault((0..<max(text.count, 1) ~= error.column, "a fault in column \(error.column)"))
    }
  }

  /// The text of a diagram, with as few groups as can be.
  private static func drawing(of diagram: MarbleDiagram) -> String {
    var text = ""
    for (frame, entries) in Dictionary(grouping: diagram.entries, by: \.frame).sorted(by: { $0.key < $1.key }) {
      text += String(repeating: "-", count: max(0, frame - text.count))
      let marks = String(entries.map { mark($0.mark) })
      // A group with one mark takes as many frames as the mark alone.
      text += marks.count == 1 ? marks : "(\(marks))"
    }
    return text + String(repeating: "-", count: max(0, diagram.length - text.count))
  }

  private static func mark(_ mark: MarbleDiagram.Mark) -> Character {
    switch mark {
    case .update(let letter): letter
    case .end: "|"
    case .failure: "#"
    case .subscribed: "^"
    case .unsubscribed: "!"
    }
  }
}
