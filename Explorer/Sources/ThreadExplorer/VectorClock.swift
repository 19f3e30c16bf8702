/// How far each thread's past reaches: one number a thread.
struct VectorClock: Sendable {
  static let width = 32

  private var times = SIMD32<UInt32>(repeating: 0)

  subscript(thread: Int) -> UInt32 {
    get { times[thread] }
    set { times[thread] = newValue }
  }

  mutating func join(_ other: VectorClock) {
    times = pointwiseMax(times, other.times)
  }
}
