/// The number of repetitions of a test that depends on threads.
///
/// The thread sanitizer needs to see each pair of accesses only once, and makes the code many times slower.
public func repetitions(_ count: Int) -> Int {
  #if TIDINGS_THREAD_SANITIZER
    max(count / 20, 20)
  #else
    count
  #endif
}
