extension RecordingState: CustomStringConvertible {
  /// What a person needs who reads why a test has failed.
  var description: String {
    let all = TidingsTesting.description(of: deliveries.map(\.update))
    let progress = unread.isEmpty ? "all read" : read == 0 ? "none read" : "\(read) of them read"
    let ending = end == nil ? "not ended" : "ended"
    return deliveries.isEmpty ? "recorded nothing, \(ending)" : "recorded \(all), \(progress), \(ending)"
  }
}

/// The updates, the latest only when they are many.
func description<Update>(of updates: [Update], atMost limit: Int = 30) -> String {
  let shown = updates.suffix(limit).map { String(reflecting: $0) }
  let omitted = updates.count - shown.count
  return "[" + ((omitted > 0 ? ["\(omitted) more"] : []) + shown).joined(separator: ", ") + "]"
}
