/// Gives each name of an exploration a bit, the same in each schedule.
///
/// The 65th name shares its bit with the first: that adds dependencies, and takes none away.
final class NameTable {
  private var numbers = Numbering<String>()

  func mask(of order: EventOrder) -> EventOrder.Mask {
    EventOrder.Mask(signalled: bits(order.signalled), observed: bits(order.observed))
  }

  private func bits(_ names: [String]) -> UInt64 {
    names.reduce(0) { $0 | 1 << UInt64(numbers.number(of: $1) % 64) }
  }
}
