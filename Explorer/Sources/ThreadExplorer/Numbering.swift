/// Numbers keys from 1 on, in the order in which they are met.
struct Numbering<Key: Hashable & Sendable>: Sendable {
  private var numbers: [Key: Int] = [:]
  /// The number of the newest key.
  private var last = 0

  mutating func number(of key: Key) -> Int {
    if let number = numbers[key] { return number }
    last += 1
    numbers[key] = last
    return last
  }

  /// Returns the number that the key had; it gets another one when it is met again.
  mutating func forget(_ key: Key) -> Int? {
    numbers.removeValue(forKey: key)
  }
}
