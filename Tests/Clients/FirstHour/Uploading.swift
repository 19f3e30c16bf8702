import Foundation
import Tidings
#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

nonisolated struct Order: Encodable, Sendable {
  var article: String
  var count: Int
}

nonisolated struct Confirmation: Decodable, Sendable {
  var number: String
}

@MainActor
final class Checkout {
  @PublishedProperty private(set) var fraction = 0.0
  private(set) var number = ""
  private(set) var message = ""
  private let subscriptions = SubscriptionBag()

  func place(_ order: Order, at address: URL) throws {
    var request = URLRequest(url: address)
    request.httpMethod = "POST"
    request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    let body = try JSONEncoder().encode(order)
    URLSession.shared.publishedTask(for: request, uploading: .data(body), decoding: .json(Confirmation.self))
      .subscribe(
        progress: { [weak self] in self?.fraction = $0.fractionCompleted ?? 0 },
        success: { [weak self] in self?.number = $0.number },
        failure: { [weak self] in self?.message = "\($0)" }
      )
      .store(in: subscriptions)
  }

  func sendVideo(_ file: URL, to address: URL) -> TransferTask<String> {
    var request = URLRequest(url: address)
    request.httpMethod = "PUT"
    return URLSession.shared.publishedTask(for: request, uploading: .file(file), decoding: .string)
  }
}
