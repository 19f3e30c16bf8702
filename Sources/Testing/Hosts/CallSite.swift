/// A place in the code of a test: failures point there.
///
/// Public functions take its parts as default arguments, so that it is the place of their caller.
package struct CallSite: Sendable {
  package let fileID: StaticString
  package let filePath: StaticString
  package let line: UInt
  package let column: UInt

  package init(_ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }
}

extension CallSite: CustomStringConvertible {
  package var description: String { "\(fileID):\(line)" }
}
