import Foundation
import Tidings
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

nonisolated struct Match: Decodable, Sendable, Equatable {
  var home: String
  var guest: String
  var kickOff: Date
}

@MainActor
final class FixtureModel {
  private(set) var matches: [Match] = []
  private(set) var text = ""
  private(set) var tag = ""
  private(set) var fraction = 0.0
  private let subscriptions = SubscriptionBag()

  func load(_ address: URL) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .secondsSince1970
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    URLSession.shared.publishedTask(for: address, decoding: .json([Match].self, decoder: decoder))
      .map { $0.sorted { $0.kickOff < $1.kickOff } }
      .subscribe(success: { self.matches = $0 }, failure: { self.text = "\($0)" })
      .store(in: subscriptions)
  }

  func loadWithTag(_ address: URL) {
    URLSession.shared.publishedTask(for: address, decoding: .withResponse(.json([Match].self)))
      .subscribe(
        success: {
          self.tag = $0.response.value(forHTTPHeaderField: "ETag") ?? ""
          self.matches = $0.body
        },
        failure: { self.text = $0.localizedDescription }
      )
      .store(in: subscriptions)
  }

  func downloadPoster(_ address: URL, to file: URL) {
    URLSession.shared.publishedTask(downloading: address, to: file)
      .subscribe(
        progress: { self.fraction = $0.fractionCompleted ?? 0 },
        success: { self.text = "\($0.byteCount) bytes in \($0.url.path)" },
        failure: { self.text = "\($0)" }
      )
      .store(in: subscriptions)
  }

  func readCache(_ file: URL) {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    file.publishedTask(reading: .json([Match].self, decoder: decoder))
      .subscribe(success: { self.matches = $0 }, failure: { self.text = "\($0)" })
      .store(in: subscriptions)
  }
}
