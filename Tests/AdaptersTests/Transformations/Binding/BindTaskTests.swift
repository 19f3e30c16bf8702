import TestSupport
import Testing
import Tidings

@Suite("Binding a task")
struct BindTaskTests {
  private let shop = Workshop<Int>()

  @Test func `starts it, and sets a property to its success`() {
    let target = PublishedProperty(0)
    let optional = PublishedProperty<Int?>(nil)
    let task = shop.task("a")
    let subscriptions = [task.bind(success: target), task.bind(success: optional)]
    #expect(shop.log.events == ["start a"])
    shop.complete("a", .success(3))
    #expect(target.value == 3)
    #expect(optional.value == 3)
    #expect(subscriptions.allSatisfy { !$0.isActive })
  }

  @Test func `does not change the property for a success if the task fails`() {
    let target = PublishedProperty(1)
    let optional = PublishedProperty<Int?>(2)
    let task = PublishedTask<Int, Int, Fault>.failure(Fault())
    _ = [task.bind(success: target), task.bind(success: optional)]
    #expect(target.value == 1)
    #expect(optional.value == 2)
  }

  @Test func `sets a property to its failure, and to nil after a success`() {
    let target = PublishedProperty<Fault?>(nil)
    _ = PublishedTask<Int, Int, Fault>.failure(Fault(code: 4)).bind(failure: target)
    #expect(target.value == Fault(code: 4))
    _ = PublishedTask<Int, Int, Fault>.success(1).bind(failure: target)
    #expect(target.value == nil)
  }

  @Test func `sets a property to each progress`() {
    let target = PublishedProperty(0)
    let subscription = shop.task("a").bind(progress: target)
    shop.report(5, in: "a")
    #expect(target.value == 5)
    shop.complete("a", .success(9))
    #expect(target.value == 5)
    withExtendedLifetime(subscription) {}
  }

  @Test func `sets one property to its success or one to its failure`() {
    let success = PublishedProperty(0)
    let failure = PublishedProperty<Fault?>(nil)
    _ = PublishedTask<Int, Int, Fault>.success(1).bind(success: success, failure: failure)
    #expect(success.value == 1)
    _ = PublishedTask<Int, Int, Fault>.failure(Fault(code: 2)).bind(success: success, failure: failure)
    #expect(success.value == 1)
    #expect(failure.value == Fault(code: 2))
    let optional = PublishedProperty<Int?>(nil)
    _ = PublishedTask<Int, Int, Fault>.success(3).bind(success: optional, failure: failure)
    #expect(optional.value == 3)
    #expect(failure.value == nil)
  }

  @Test func `sets three properties`() {
    let progress = PublishedProperty(0)
    let success = PublishedProperty<Int?>(nil)
    let failure = PublishedProperty<Fault?>(Fault())
    let subscription = shop.task("a").bind(progress: progress, success: success, failure: failure)
    shop.report(5, in: "a")
    shop.complete("a", .success(9))
    #expect(progress.value == 5)
    #expect(success.value == 9)
    #expect(failure.value == nil)
    #expect(!subscription.isActive)
  }

  @Test func `does not keep the property alive, and cancels the task at the next update after its release`() {
    var target: PublishedProperty<Int>? = PublishedProperty(0)
    let subscription = target.map { shop.task("a").bind(success: $0) }
    shop.report(1, in: "a")
    #expect(subscription?.isActive == true)
    target = nil
    shop.report(2, in: "a")
    #expect(subscription?.isActive == false)
    #expect(shop.log.events == ["start a", "cancel a"])
  }

  @Test func `to two properties continues until both are released`() {
    var success: PublishedProperty<Int>? = PublishedProperty(0)
    var failure: PublishedProperty<Fault?>? = PublishedProperty(nil)
    let subscription = shop.task("a").bind(success: success!, failure: failure!)
    success = nil
    shop.report(1, in: "a")
    #expect(subscription.isActive)
    withExtendedLifetime(failure) {}
    failure = nil
    shop.report(2, in: "a")
    #expect(!subscription.isActive)
  }

  @Test func `is cancelled with its token`() {
    let target = PublishedProperty(0)
    shop.task("a").bind(success: target).invalidate()
    #expect(shop.log.events == ["start a", "cancel a"])
  }
}
