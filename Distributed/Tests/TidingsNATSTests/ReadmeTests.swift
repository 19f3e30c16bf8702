import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

@MainActor
private final class Slider {
  @PublishedProperty var value = 0
}

/// The sample of the README, with the address of a server of its own.
@Suite(.serverInstalled, .timeLimit(.minutes(10)))
@MainActor
struct ReadmeTests {
  @Test func `the sample of the page runs`() async throws {
    let server = try await NATSServer(PropertyTests.storing)
    let slider = Slider()
    let values = slider.$value.record()
    let subscriptions = SubscriptionBag()

    let connection = try await NATSConnection(NATSOptions(server.url))
    let volume = connection.publishedProperty(50, forKey: "volume", in: "settings") { print($0) }
    volume.subscribe { slider.value = $0 }.store(in: subscriptions)
    try await volume.mutate { $0 += 1 }

    while try await values.next(within: .seconds(10)) != 51 {}
  }
}
