import TidingsCore
import TidingsTasks

/// The changes that downloads make on disk, in order, so that they can be replayed with losses.
final class DiskRecording: Sendable {
  private let state = Locked(State())

  /// A change. Files are numbered in the order of their creation. Names are those in their folder.
  enum Step: Sendable, Hashable {
    case made(file: Int, name: String)
    case written(file: Int, Data, at: Int)
    case truncated(file: Int, to: Int)
    case synchronized(file: Int)
    case renamed(file: Int, from: String, to: String)
    case removed(file: Int, name: String)
    case synchronizedNames
  }

  fileprivate struct State: Sendable {
    var steps: [Step] = []
    var fileCount = 0
    var files: [CInt: Int] = [:]
    var names: [String: Int] = [:]
  }

  var steps: [Step] { state.withLock { $0.steps } }

  var calls: DiskCalls {
    var calls = DiskCalls()
    calls.record = { change in self.state.withLock { $0.note(change) } }
    return calls
  }
}

extension DiskRecording.State {
  fileprivate mutating func note(_ change: DiskCalls.Change) {
    switch change {
    case .opened(let url, let descriptor):
      let name = url.lastPathComponent
      if names[name] == nil {
        names[name] = fileCount
        steps.append(.made(file: fileCount, name: name))
        fileCount += 1
      }
      files[descriptor] = names[name]
    case .written(let descriptor, let data, let offset):
      if let file = files[descriptor] { steps.append(.written(file: file, data, at: Int(offset))) }
    case .truncated(let descriptor, let byteCount):
      if let file = files[descriptor] { steps.append(.truncated(file: file, to: Int(byteCount))) }
    case .synchronized(let descriptor):
      if let file = files[descriptor] { steps.append(.synchronized(file: file)) }
    case .renamed(let url, let other):
      let (from, to) = (url.lastPathComponent, other.lastPathComponent)
      guard let file = names.removeValue(forKey: from) else { return }
      names[to] = file
      steps.append(.renamed(file: file, from: from, to: to))
    case .removed(let url):
      let name = url.lastPathComponent
      if let file = names.removeValue(forKey: name) { steps.append(.removed(file: file, name: name)) }
    case .locked: break
    case .synchronizedNames:
      steps.append(.synchronizedNames)
    }
  }
}
