import Foundation
import Tidings

nonisolated final class ScanJob: Sendable {
  func stop() {}
}

nonisolated final class Laser: Sendable {
  func scan(
    progress: @escaping @Sendable (Double) -> Void,
    completion: @escaping @Sendable (Result<[Double], any Error>) -> Void
  ) -> ScanJob {
    progress(0.5)
    completion(.success([1]))
    return ScanJob()
  }

  func calibrate(_ completion: @escaping (Bool, (any Error)?) -> Void) {
    completion(true, nil)
  }

  func measure(completion: @escaping (Result<Double, any Error>) -> Void) -> ScanJob {
    completion(.success(1))
    return ScanJob()
  }
}

extension Laser {
  nonisolated func points() -> PublishedTask<Double, [Double], any Error> {
    PublishedTask<Double, [Double], any Error>(start: { run in
      let job = self.scan(progress: { run.report($0) }, completion: { run.complete($0) })
      return Subscription { job.stop() }
    })
  }

  nonisolated func length() -> PublishedTask<Never, Double, any Error> {
    PublishedTask(callback: { self.measure(completion: $0) }, cancel: { $0.stop() })
  }

  nonisolated func calibration() -> PublishedTask<Never, Bool, any Error> {
    PublishedTask(callback: { completion in
      self.calibrate { isDone, error in
        if let error {
          completion(.failure(error))
        } else {
          completion(.success(isDone))
        }
      }
    })
  }
}
