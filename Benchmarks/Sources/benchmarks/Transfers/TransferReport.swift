import Foundation

/// Measures what is transferred, and gathers it in tables.
struct TransferReport {
  private let options: Options
  private let sizes: TransferSizes
  private var tables: [Table] = []
  private var notes: [String] = []
  private(set) var missed: [String] = []

  init(_ options: Options) {
    self.options = options
    sizes = options.isQuick ? .quick : TransferSizes()
  }

  var markdown: String {
    (notes + tables.map(\.markdown)).joined(separator: "\n\n")
  }

  mutating func measure() throws {
    let server = try ServerProcess(sizes)
    do {
      notes.append("Files in \(URL(filePath: server.folder).deletingLastPathComponent().path).")
      if Curl.executable == nil { notes.append("There is no curl on this machine, so nothing is compared with it.") }
      for contest in Contest.all(sizes, from: server) { try measure(contest, server) }
    } catch {
      try? server.stop()
      throw error
    }
    try server.stop()
  }

  private mutating func measure(_ contest: Contest, _ server: ServerProcess) throws {
    var contest = contest
    guard contest.rows.contains(where: { isWanted($0.name) }) else { return }
    let references = Set(contest.references.map(\.row))
    contest.rows.removeAll { !isWanted($0.name) && !references.contains($0.name) }
    if Curl.executable == nil { contest.rows.removeAll { $0.work.isCurl } }

    var table = ContestTable(contest, isQuick: options.isQuick)
    for round in 0..<(contest.rounds ?? (options.isQuick ? 1 : options.transferRounds)) {
      // They change places from round to round, since what is measured second finds a warmer processor.
      for row in round.isMultiple(of: 2) ? contest.rows : contest.rows.reversed() {
        table.add(try run(row, server), to: row)
      }
    }
    tables.append(table.table)
    missed += table.missed
  }

  private func isWanted(_ name: String) -> Bool {
    options.filter.map { name.contains($0) } ?? true
  }
}

extension TransferRow.Work {
  fileprivate var isCurl: Bool {
    switch self {
    case .curl: true
    case .chore: false
    }
  }
}
