import Foundation
import Testing

import TidingsTasks

struct PartialFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  @Test func standsBesideItsDestinationUntilItIsMoved() throws {
    let file = try PartialFile(for: folder.file())
    try file.append(Data("to".utf8))
    try file.append(Data("gether".utf8))
    #expect(try folder.names.count == 1)
    #expect(try folder.names != ["file"])
    try file.move()
    #expect(try folder.names == ["file"])
    #expect(try folder.text() == "together")
  }

  @Test func replacesWhatStoodThere() throws {
    try Data("a longer text".utf8).write(to: folder.file())
    let file = try PartialFile(for: folder.file())
    try file.append(Data("new".utf8))
    #expect(try folder.text() == "a longer text")
    try file.move()
    #expect(try folder.text() == "new")
  }

  @Test func isGoneWhenNobodyHoldsIt() throws {
    _ = try PartialFile(for: folder.file())
    #expect(try folder.names.isEmpty)
  }

  @Test func isNotMovedOnceItWasDiscarded() throws {
    let file = try PartialFile(for: folder.file())
    try file.append(Data("unwanted".utf8))
    file.discard()
    #expect(try folder.names.isEmpty)
    try file.append(Data("still arriving".utf8))
    #expect(throws: TransferError.self) { try file.move() }
    #expect(try folder.names.isEmpty)
  }

  @Test func isNotDiscardedOnceItWasMoved() throws {
    let file = try PartialFile(for: folder.file())
    try file.move()
    file.discard()
    #expect(try folder.names == ["file"])
  }

  @Test func hasTheOrdinaryPermissions() throws {
    try PartialFile(for: folder.file()).move()
    try Data().write(to: folder.file("ordinary"))
    let permissions = try ["file", "ordinary"].map {
      try FileManager.default.attributesOfItem(atPath: folder.file($0).path)[.posixPermissions] as? Int
    }
    #expect(permissions[0] == permissions[1])
  }

  @Test func takesTheLongestNameAFileCanHave() throws {
    let name = String(repeating: "ü", count: 127)
    try PartialFile(for: folder.file(name)).move()
    #expect(try folder.names.count == 1)
  }

  @Test func saysWhyItCannotBeWritten() throws {
    try Data().write(to: folder.file())
    let reasons: [(URL, POSIXErrorCode)] = [
      (folder.url, .EISDIR), (folder.file().appending(component: "below"), .ENOTDIR),
      (folder.file("nowhere").appending(component: "below"), .ENOENT),
    ]
    for (destination, reason) in reasons {
      let error = #expect(throws: TransferError.self) { try PartialFile(for: destination) }
      guard case .destinationNotWritable(destination, let cause)? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
      #expect(cause.code == reason)
    }
  }
}
