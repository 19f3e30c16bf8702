/// Connections upstream, in the order in which they were made, of which each can be found and taken out.
///
/// A few are in an array; more are in a table, so that each costs the same however many there are.
struct Connections: Sendable {
  typealias Connection = UpstreamsState.Connection

  private enum Storage: Sendable {
    case few([Connection])
    case many(TableBox)
  }

  /// Most operators have few, and their memory is counted.
  ///
  /// Invariant behind `@unchecked`: it belongs to one value, which is not copied once it has many.
  private final class TableBox: @unchecked Sendable {
    var content = Table()
  }

  private typealias Table = OrderedTable<Connection>

  private static let maximumOfFew = 16

  private var storage = Storage.few([])

  init(_ connections: [Connection] = []) {
    for connection in connections { append(connection) }
  }

  var isEmpty: Bool {
    switch storage {
    case .few(let connections): connections.isEmpty
    case .many(let table): table.content.isEmpty
    }
  }

  var all: [Connection] {
    switch storage {
    case .few(let connections): connections
    case .many(let table): table.content.elements
    }
  }

  func contains(_ slot: SubscriptionSlot) -> Bool {
    switch storage {
    case .few(let connections): connections.contains { $0.slot === slot }
    case .many(let table): table.content.contains(slot)
    }
  }

  mutating func append(_ connection: Connection) {
    change { connections in
      connections.append(connection)
    } orTable: { table in
      table.append(connection, for: connection.slot)
    }
    guard case .few(let connections) = storage, connections.count > Self.maximumOfFew else { return }
    let table = TableBox()
    for connection in connections { table.content.append(connection, for: connection.slot) }
    storage = .many(table)
  }

  /// Returns whether the connection is there.
  mutating func keep(_ token: Subscription, for slot: SubscriptionSlot) -> Bool {
    change { connections in
      guard let index = Self.index(of: slot, in: connections) else { return false }
      connections[index].token = token
      return true
    } orTable: { table in
      table.change(slot) { $0.token = token }
    }
  }

  mutating func remove(_ slot: SubscriptionSlot) -> Connection? {
    change { connections in
      Self.index(of: slot, in: connections).map { connections.remove(at: $0) }
    } orTable: { table in
      table.remove(slot)
    }
  }

  /// From the end: the newest is asked for most often.
  private static func index(of slot: SubscriptionSlot, in connections: [Connection]) -> Int? {
    connections.lastIndex { $0.slot === slot }
  }

  /// Changes what is there in place: it is moved out for that, as a copy would be as long as the whole.
  private mutating func change<Result>(
    _ few: (inout [Connection]) -> Result, orTable many: (inout Table) -> Result
  ) -> Result {
    var moved = Storage.few([])
    swap(&moved, &storage)
    switch consume moved {
    case .few(var connections):
      let result = few(&connections)
      storage = .few(connections)
      return result
    case .many(let table):
      defer { storage = .many(table) }
      return many(&table.content)
    }
  }
}
