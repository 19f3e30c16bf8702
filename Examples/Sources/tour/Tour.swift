/// A tour of the package: the three kinds of publishers, wrapped older code, a download, and a stub.
@main
@MainActor
struct Tour {
  static func main() async throws {
    showEvents()
    showValues()
    await showTasks()
    await showOlderCode()
    try await showDownload()
    showStub()
    print(
      """

      That was Tidings: events, values and tasks with one kind of subscription. The tour has left no files. Its code is in
      Examples/Sources/tour. Next, read the README, or run 'swift run --package-path Examples fetch --help'.
      """)
  }

  static func title(_ text: String) {
    print("\n\(text)")
  }
}
