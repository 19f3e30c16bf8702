import HostSupport

await withCheckedContinuation { continuation in
  Trial.begin { continuation.resume() }
}
