import Testing
import Tidings
import TidingsTesting

/// The marble diagrams in the documentation of operators show what the operators do.
@Suite("Documented diagrams")
struct DocumentedDiagramTests {
  /// A row of a diagram and the operator that produces it.
  struct Case: Sendable, CustomTestStringConvertible {
    let file: String
    let number: Int
    let row: String
    let apply: @Sendable (DiagramStage) -> Broadcaster<String>

    init(
      _ file: String, _ number: Int = 0, row: String = "result",
      _ apply: @escaping @Sendable (DiagramStage) -> Broadcaster<String>
    ) {
      self.file = file
      self.number = number
      self.row = row
      self.apply = apply
    }

    var testDescription: String { "\(file) \(number), \(row)" }
  }

  @Test(arguments: cases)
  func `shows the deliveries of the operator`(drawing: Case) throws {
    let diagram = try #require(
      DocumentedDiagram.all.first { $0.file == drawing.file && $0.number == drawing.number })
    let expected = try #require(diagram[drawing.row])
    let stage = DiagramStage(diagram)
    let received = diagram.drawn(stage.marks(of: drawing.apply(stage)))
    #expect(received == expected)
  }

  /// Diagrams of calls, of several subscribers, of seconds wider than a column, or of the progress of several tasks.
  private static let illustrations: Set<String> = [
    "Action 0", "AfterAndEvery 0", "AfterAndEvery 1", "AfterAndEvery 2", "CollectTasks 0", "CollectTasks 1",
    "FlatMapTask 1",
    "HandleEvents 0", "Map 6", "Materialize 1", "ReceiveAndSubscribeOn 0", "Retry 1", "Sample 1", "ShareAndReplay 0",
    "ShareAndReplay 1", "Timeout 0", "Timeout 1", "Timeout 2", "ZipTasks 0",
  ]

  @Test func `covers every diagram`() {
    let covered = Set(Self.cases.map { "\($0.file) \($0.number)" })
    let missing = DocumentedDiagram.all.map(\.testDescription).filter {
      !covered.contains($0) && !Self.illustrations.contains($0)
    }
    #expect(missing == [])
  }
}
