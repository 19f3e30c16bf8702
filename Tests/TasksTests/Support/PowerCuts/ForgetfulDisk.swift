/// A simulated disk on which a power cut may keep any part of the unsynchronized changes.
///
/// Each change since the last synchronization of the file, or of the names, can be lost independently:
///
/// - Each block of a write is written, zero, or missing.
/// - A truncated file has its former end again.
/// - A name that was added, changed or removed is as before. A rename is one change: if there was a file under the new
///   name,
///   there is one at every moment.
///
/// This includes all losses that are known of ext4, XFS, btrfs and APFS. A cut after each change is checked. So the
/// states after a barrier that only orders changes, as on Apple platforms, are included: they are those after an
/// earlier cut.
struct ForgetfulDisk {
  /// The size of a block in bytes. Small, so that small files have many blocks.
  private static let blockByteCount = 32

  private typealias Names = [String: Int]

  /// The possible sets of names, and the set without losses.
  private var possibleNames: Set<Names> = [[:]]
  private var names: Names = [:]
  /// The same for the content of each file.
  private var possibleContents: [Set<Data>] = []
  private var contents: [Data] = []

  mutating func make(_ step: DiskRecording.Step) {
    switch step {
    case .made(let file, let name):
      possibleContents.append([Data()])
      contents.append(Data())
      change { $0[name] = file }
    case .written(let file, let data, let offset):
      for start in stride(from: 0, to: data.count, by: Self.blockByteCount) {
        let block = Data(data.dropFirst(start).prefix(Self.blockByteCount))
        contents[file].overwrite(with: block, at: offset + start)
        possibleContents[file].formUnion(
          possibleContents[file].flatMap { content in
            var (written, lengthened) = (content, content)
            written.overwrite(with: block, at: offset + start)
            lengthened.lengthen(to: offset + start + block.count)
            return [written, lengthened]
          })
      }
    case .truncated(let file, let byteCount):
      contents[file].cut(to: byteCount)
      possibleContents[file].formUnion(
        possibleContents[file].map { content in
          var content = content
          content.cut(to: byteCount)
          return content
        })
    case .synchronized(let file):
      possibleContents[file] = [contents[file]]
    case .renamed(let file, let from, let to):
      change { names in
        if names[from] == file { names[from] = nil }
        names[to] = file
      }
    case .removed(let file, let name):
      change { if $0[name] == file { $0[name] = nil } }
    case .synchronizedNames:
      possibleNames = [names]
    }
  }

  private mutating func change(_ change: (inout Names) -> Void) {
    change(&names)
    possibleNames.formUnion(
      possibleNames.map { names in
        var names = names
        change(&names)
        return names
      })
  }

  var wholeState: [String: Data] { names.mapValues { contents[$0] } }

  /// Returns every state of some files that a cut after one of the given changes may leave.
  ///
  /// - Parameter meaning: Returns the meaning of the content of a name, or nil if it is unusable. Contents with the
  ///   same meaning are one state.
  mutating func states(
    after steps: [DiskRecording.Step], of names: [String], meaning: (String, Data) -> Data?
  ) -> Set<[String: Data]> {
    var states: Set<[String: Data]> = []
    for step in steps {
      // Until a synchronization, a later cut has the same results as an earlier one, because each change may be lost.
      if step.isSynchronizing { states.formUnion(self.states(of: names, meaning)) }
      make(step)
    }
    return states.union(self.states(of: names, meaning))
  }

  private func states(of wanted: [String], _ meaning: (String, Data) -> Data?) -> Set<[String: Data]> {
    var all: Set<[String: Data]> = []
    for names in Set(possibleNames.map { $0.filter { wanted.contains($0.key) } }) {
      var states: Set<[String: Data]> = [[:]]
      for (name, file) in names {
        let meanings = Set(possibleContents[file].map { meaning(name, $0) })
        states = Set(
          states.flatMap { state in
            meanings.map { content in
              var state = state
              state[name] = content
              return state
            }
          })
      }
      all.formUnion(states)
    }
    return all
  }
}

extension DiskRecording.Step {
  fileprivate var isSynchronizing: Bool {
    switch self {
    case .synchronized, .synchronizedNames: true
    case .made, .written, .truncated, .renamed, .removed: false
    }
  }
}

extension Data {
  fileprivate mutating func lengthen(to byteCount: Int) {
    if count < byteCount { append(Data(count: byteCount - count)) }
  }

  fileprivate mutating func cut(to byteCount: Int) {
    if count > byteCount { removeLast(count - byteCount) } else { lengthen(to: byteCount) }
  }

  fileprivate mutating func overwrite(with data: Data, at offset: Int) {
    lengthen(to: offset + data.count)
    replaceSubrange(offset..<offset + data.count, with: data)
  }
}
