/// Where an update comes from: the edge of the graph, and which of the updates that went over it.
struct Origin: Hashable, Sendable {
  let edge: Int
  let number: Int
}

/// An update, as every edge of a graph carries it.
struct Item: Sendable {
  let first: Origin
  /// Of an update that was made of two.
  let second: Origin?
  let value: Int
  let payload: Census.Member

  init(_ first: Origin, _ second: Origin? = nil, value: Int, payload: Census.Member) {
    self.first = first
    self.second = second
    self.value = value
    self.payload = payload
  }

  /// One of two.
  init(_ one: Item, _ other: Item) {
    self.init(one.first, other.first, value: (one.value &* 31 &+ other.value) & 0xFFFF, payload: one.payload)
  }

  func with(value: Int) -> Item {
    Item(first, second, value: value & 0xFFFF, payload: payload)
  }
}
