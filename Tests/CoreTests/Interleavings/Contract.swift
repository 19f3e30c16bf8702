/// The numbered promises of *Threads, order and lifetime*.
enum Contract: String, Hashable, Sendable {
  case p1, p2, p3, p4, p5, p6, p7, p8, p9, p10, p11
  case v1, v2, v3, v5
  case t1, t2, t3, t4, t5
}

/// A contract that was found broken, and how.
struct Violation: Hashable, Sendable {
  let contract: Contract
  let message: String
}
