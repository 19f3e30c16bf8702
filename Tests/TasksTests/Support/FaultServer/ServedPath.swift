/// A file at a path, the planned faults of its responses, and the number of their hits.
struct ServedPath: Sendable {
  let file: ServedFile
  let faults: [PlannedFault]
  private(set) var requestCount = 0
  /// The number of requests whose response each fault changes, whether it was due for them or not.
  private var hits: [Int]

  init(_ file: ServedFile, faults: [PlannedFault]) {
    // Faults that change the file come first, because the others change the response for that file.
    let ordered = faults.filter(\.fault.changesFile) + faults.filter { !$0.fault.changesFile }
    (self.file, self.faults, hits) = (file, ordered, ordered.map { _ in 0 })
  }

  /// Whether the server reads the body of the next request.
  var readsBody: Bool {
    zip(faults, hits).allSatisfy { planned, hits in planned.fault.readsBody || !planned.hits.contains(hits + 1) }
  }

  mutating func response(to request: ServerRequest) -> ServerResponse {
    requestCount += 1
    var file = file
    var response = ServerResponse(request, for: file)
    for (index, planned) in faults.enumerated() {
      var (changed, other) = (response, file)
      guard planned.fault.apply(to: &changed, of: request, number: requestCount, file: &other) else { continue }
      hits[index] += 1
      guard planned.hits.contains(hits[index]) else { continue }
      (response, file) = (planned.fault.changesFile ? ServerResponse(request, for: other) : changed, other)
    }
    return response
  }
}
