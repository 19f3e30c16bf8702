/// A file under a path with the faults of its answers, and what has come of them.
struct ServedPath: Sendable {
  let file: ServedFile
  let faults: [PlannedFault]
  private(set) var requestCount = 0
  /// How often each fault made a difference, whether it was due then or not.
  private var hits: [Int]

  init(_ file: ServedFile, faults: [PlannedFault]) {
    // Faults that change the file come first, because the others change the answer for that file.
    let ordered = faults.filter(\.fault.changesFile) + faults.filter { !$0.fault.changesFile }
    (self.file, self.faults, hits) = (file, ordered, ordered.map { _ in 0 })
  }

  /// Whether the body of the next request is read.
  var readsBody: Bool {
    zip(faults, hits).allSatisfy { planned, hits in planned.fault.readsBody || !planned.hits.contains(hits + 1) }
  }

  mutating func answer(to request: ServerRequest) -> ServerAnswer {
    requestCount += 1
    var file = file
    var answer = ServerAnswer(request, for: file)
    for (index, planned) in faults.enumerated() {
      var (spoiled, other) = (answer, file)
      guard planned.fault.spoil(&spoiled, to: request, number: requestCount, of: &other) else { continue }
      hits[index] += 1
      guard planned.hits.contains(hits[index]) else { continue }
      (answer, file) = (planned.fault.changesFile ? ServerAnswer(request, for: other) : spoiled, other)
    }
    return answer
  }
}
