/// A line of source code at which the code under test announces something.
public struct SourcePlace: Hashable, Sendable, CustomStringConvertible {
  /// The module and the file.
  public let fileID: StaticString
  /// The line in the file.
  public let line: UInt
  /// The function around the line.
  public let function: StaticString

  /// Creates the place of the call.
  @inlinable
  public init(fileID: StaticString = #fileID, line: UInt = #line, function: StaticString = #function) {
    self.fileID = fileID
    self.line = line
    self.function = function
  }

  /// `Queue.swift:52 push(_:)`: the name of the file without its module.
  public var description: String { "\(position) \(function)" }

  /// `Queue.swift:52`
  var position: String {
    "\("\(fileID)".split(separator: "/").last ?? ""):\(line)"
  }

  public static func == (left: SourcePlace, right: SourcePlace) -> Bool {
    left.line == right.line && areEqual(left.fileID, right.fileID) && areEqual(left.function, right.function)
  }

  // The line alone tells nearly all places apart, and takes no look at the texts.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(line)
  }

  private static func areEqual(_ left: StaticString, _ right: StaticString) -> Bool {
    // Texts of the same place are nearly always the same bytes in memory.
    if left.hasPointerRepresentation, right.hasPointerRepresentation,
      unsafe left.utf8Start == right.utf8Start, left.utf8CodeUnitCount == right.utf8CodeUnitCount
    {
      return true
    }
    return "\(left)" == "\(right)"
  }
}
