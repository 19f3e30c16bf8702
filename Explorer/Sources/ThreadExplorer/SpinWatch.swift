/// Notices that a thread loads the same again and again, and that nobody has changed it meanwhile.
///
/// A thread that does so rests: others go first, as a fair scheduler would have it, and as in CHESS that is no preemption.
/// One that rests goes on when what it reads is changed, or when nobody else can: a loop that gives up after some tries
/// is no fault. When only threads are left that have tried a hundred times and more, they will for ever.
struct SpinWatch {
  /// So often more than its patience a load is repeated with nobody else left, before it counts as endless.
  static let limit = 100

  private struct Read {
    let object: Int
    let place: SourcePlace
    let version: Int
    var repeats = 0
  }

  private var reads: [Read] = []
  /// How often the load has been repeated that was repeated most.
  private(set) var repeats = 0

  /// The thread has read the object.
  mutating func note(object: Int, at place: SourcePlace, versions: [Int]) {
    guard let known = reads.firstIndex(where: { $0.object == object && $0.place == place }) else {
      return reads.append(Read(object: object, place: place, version: versions[object]))
    }
    guard isUnchanged(versions) else {
      reset()
      return note(object: object, at: place, versions: versions)
    }
    reads[known].repeats += 1
    repeats = max(repeats, reads[known].repeats)
  }

  /// The thread has done something that others notice, or has been told something new.
  mutating func reset() {
    reads.removeAll(keepingCapacity: true)
    repeats = 0
  }

  func rests(before action: Action, versions: [Int], patience: Int) -> Bool {
    guard repeats >= patience, case .access(_, _, let object, let place) = action else { return false }
    return reads.contains { $0.object == object && $0.place == place } && isUnchanged(versions)
  }

  /// Where it spins: `object 1 at Queue.swift:52 pop()`.
  var description: String {
    reads.map { "object \($0.object) at \($0.place)" }.joined(separator: ", ")
  }

  private func isUnchanged(_ versions: [Int]) -> Bool {
    reads.allSatisfy { versions[$0.object] == $0.version }
  }
}
