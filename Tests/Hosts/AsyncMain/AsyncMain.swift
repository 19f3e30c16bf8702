import HostSupport

@main
enum AsyncMain {
  static func main() async {
    await withCheckedContinuation { continuation in
      Trial.begin { continuation.resume() }
    }
  }
}
