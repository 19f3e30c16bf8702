import TestSupport
import Tidings
import TidingsTesting

extension Subject {
  static let errors: [Subject] = [
    onBroadcaster("results") { source in
      source.map { TaskUpdate<Never, Int, Fault>.completed(.success($0)) }.results().values()
    },
    onBroadcaster("stopsAtFailure") { $0.asResults().stopsAtFailure().values() },
    onBroadcaster("catch") { $0.asResults().catch { _ in Broadcaster.just(0) } },
    onBroadcaster("catch, after the failure,") { source in
      Broadcaster.just(Result<Int, Fault>.failure(Fault())).catch { _ in source.asResults() }.values()
    },
    onBroadcaster("retry") { $0.asResults().retry(3).values() },
    onBroadcaster("retry, after a failure,") { source in
      let attempts = Held(0)
      return Broadcaster.deferred {
        attempts.hold((attempts.current ?? 0) + 1)
        return attempts.current == 1 ? Broadcaster.just(.failure(Fault())) : source.asResults()
      }.retry(1).values()
    },
    onBroadcaster("retry after a while, after a failure,") { source in
      let attempts = Held(0)
      return Broadcaster.deferred {
        attempts.hold((attempts.current ?? 0) + 1)
        return attempts.current == 1 ? Broadcaster.just(.failure(Fault())) : source.asResults()
      }.retry(1, backoff: .constant(.seconds(1)), scheduler: ImmediateScheduler()).values()
    },
    onBroadcaster("retry(when:)") { $0.asResults().retry { _ in Broadcaster.just(0) }.values() },
    onBroadcaster("retry(when:), after a failure,") { source in
      let attempts = Held(0)
      return Broadcaster.deferred {
        attempts.hold((attempts.current ?? 0) + 1)
        return attempts.current == 1 ? Broadcaster.just(.failure(Fault())) : source.asResults()
      }.retry { _ in Broadcaster.just(0) }.values()
    },
    onValueAsEvents("stopsAtFailure") { $0.asResults().stopsAtFailure().values() },
    onValueAsEvents("catch") { $0.asResults().catch { _ in Broadcaster.just(0) } },
    onValueAsEvents("catch, after the failure,") { source in
      Broadcaster.just(Result<Int, Fault>.failure(Fault())).catch { _ in source }
    },
    onValueAsEvents("retry") { $0.asResults().retry(3).values() },
    onValueAsEvents("retry(when:)") { $0.asResults().retry { _ in Broadcaster.just(0) }.values() },
  ]
}

extension Publisher<Int> {
  fileprivate func asResults() -> Broadcaster<Result<Int, Fault>> {
    map { .success($0) }
  }
}

extension Publisher<Result<Int, Fault>> {
  fileprivate func values() -> Broadcaster<Int> {
    compactMap { try? $0.get() }
  }
}
