import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

/// A view model that does not know where its value is stored.
@MainActor
final class VolumeModel {
  let text: PublishedValue<String>
  private let set: @MainActor (Int) -> Void

  init(_ volume: PublishedValue<Int>, set: @escaping @MainActor (Int) -> Void) {
    text = volume.map { "Volume \($0) %" }
    self.set = set
  }

  func mute() { set(0) }
}

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
@MainActor
struct ViewModelTests {
  private static func expectMuting(_ model: VolumeModel) async throws {
    let recorder = model.text.record()
    #expect(try recorder.next() == "Volume 50 %")
    model.mute()
    #expect(try await recorder.next(within: .seconds(10)) == "Volume 0 %")
  }

  @Test func `one view model runs on a local and on a distributed property`() async throws {
    let local = PublishedProperty(50)
    try await Self.expectMuting(VolumeModel(local.publishedValue) { local.value = $0 })

    let server = try await NATSServer(PropertyTests.storing)
    let connection = try await NATSConnection(NATSOptions(server.url))
    let far = connection.publishedProperty(50, forKey: "volume", in: "settings") { Issue.record($0) }
    try await Self.expectMuting(VolumeModel(far.publishedValue) { value in Task { try await far.set(value) } })
  }
}
