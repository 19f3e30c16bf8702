/// How often something that depends on threads is repeated.
///
/// The thread sanitizer needs to see each pair of accesses once, and makes everything many times slower.
public func repetitions(_ count: Int) -> Int {
  #if TIDINGS_THREAD_SANITIZER
    max(count / 20, 20)
  #else
    count
  #endif
}
