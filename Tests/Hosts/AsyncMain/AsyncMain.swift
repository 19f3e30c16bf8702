import HostSupport

@main
enum AsyncMain {
  static func main() async {
    print(await withCheckedContinuation { continuation in Trial.begin { continuation.resume(returning: $0) } })
  }
}
