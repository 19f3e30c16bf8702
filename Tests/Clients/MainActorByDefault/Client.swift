import HostSupport
import Tidings

final class Model {
  let strongly = Arrivals()
  let weakly = Arrivals()
  var x = -1 { didSet { strongly.note(x) } }
  var y = -1 { didSet { weakly.note(y) } }
  private let subscriptions = SubscriptionBag()

  func follow(_ value: PublishedValue<Int>) {
    value.subscribe { self.x = $0 }.store(in: subscriptions)
    value.subscribe { [weak self] in self?.y = $0 }.store(in: subscriptions)
  }
}

@main
enum Client {
  static func main() async {
    let property = PublishedProperty(0)
    let model = Model()
    model.follow(property.publishedValue)
    print("before subscribe returned: \(model.strongly.numbers) \(model.weakly.numbers)")
    drive(property, to: 500)
    await model.strongly.wait(for: 500)
    await model.weakly.wait(for: 500)
    print("self: \(model.strongly.summary)")
    print("weak self: \(model.weakly.summary)")
  }
}
