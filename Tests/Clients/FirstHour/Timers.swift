import Dispatch
import Tidings

@MainActor
final class EggTimer {
  @PublishedProperty private(set) var remaining = 0
  private(set) var rings = 0
  private var countdown: Subscription?
  private let alarm = TimerSource(scheduler: DispatchQueue.main)
  private let subscriptions = SubscriptionBag()

  init() {
    alarm.subscribe { [weak self] in self?.rings += 1 }.store(in: subscriptions)
  }

  func start(seconds: Int) {
    remaining = seconds
    countdown = Broadcaster.every(.seconds(1), scheduler: .main)
      .prefix(seconds)
      .subscribe { [weak self] passed in self?.remaining = seconds - passed }
    alarm.start(after: .seconds(seconds), repeating: .seconds(1))
  }

  func remindLater() {
    Broadcaster.after(.seconds(300), scheduler: .main)
      .subscribe { [weak self] in self?.start(seconds: 10) }
      .store(in: subscriptions)
  }

  func stop() {
    countdown = nil
    alarm.stop()
  }
}
