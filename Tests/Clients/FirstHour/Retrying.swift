import Foundation
import Tidings

enum WeatherError: Error {
  case busy, unknownPlace
}

func fetchDegrees(in place: String) async throws -> Double {
  if place.isEmpty { throw WeatherError.unknownPlace }
  if Bool.random() { throw WeatherError.busy }
  return 21
}

func degrees(in place: String, scheduler: some UpdateScheduler) -> PublishedTask<Never, Double, any Error> {
  PublishedTask.retrying(
    attempts: 5, while: { ($0 as? WeatherError) == .busy },
    backoff: .exponential(initial: .milliseconds(500), maximum: .seconds(10)), scheduler: scheduler
  ) { attempt in
    PublishedTask {
      print("Attempt", attempt)
      return try await fetchDegrees(in: place)
    }
  }
}

@MainActor
final class WeatherModel {
  private(set) var text = ""
  private var subscription: Subscription?

  func show(_ place: String) {
    subscription = degrees(in: place, scheduler: .main)
      .timeout(.seconds(60), scheduler: .main)
      .subscribe(success: { self.text = "\($0) °C" }, failure: { self.text = "No weather: \($0)" })
  }

  func showTwice(_ place: String) {
    subscription = PublishedTask.retrying(attempts: 2) { _ in PublishedTask { try await fetchDegrees(in: place) } }
      .replaceError(with: 0)
      .subscribe { self.text = "\($0) °C" }
  }
}
