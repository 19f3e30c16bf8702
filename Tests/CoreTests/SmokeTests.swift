import Testing
import Tidings
import TidingsCore
import Synchronization
import TidingsAdapters

final class Log<T: Sendable>: Sendable {
  let m = Mutex<[T]>([]); func add(_ t: T) { m.withLock { $0.append(t) } }; var all: [T] { m.withLock { $0 } }
}

@MainActor final class VM {
  @PublishedProperty var x = 0; var seen: [Int] = []; var t: Subscription?
  func go() { t = $x.subscribe { self.seen.append($0) } }
}

actor Act {
  var n: [Int] = []; var t: Subscription?
  func go(_ p: PublishedValue<Int>) { t = p.subscribe { self.n.append($0) } }
}

@Test func smoke() async throws {
  let s = BroadcastSource<Int>()
  let log = Log<String>()
  let a = s.map { "\($0)" }.filter { $0 != "2" }.subscribe {
    log.add($0)
  } ended: {
    log.add("end")
  }
  s.send(1); s.send(2); s.send(3); s.finish(); s.send(4)
  #expect(log.all == ["1", "3", "end"]); #expect(!a.isActive)
  let p = PublishedProperty(1)
  let l2 = Log<Int>()
  let b = p.publishedValue.map { $0 / 2 }.subscribe { l2.add($0) }
  p.value = 2; p.value = 3; p.value = 2; p.mutate { $0 += 5 }
  #expect(l2.all == [0, 1, 3]); b.invalidate(); p.value = 100; #expect(l2.all == [0, 1, 3])
  let vm = await MainActor.run { VM() }
  await vm.go()
  await MainActor.run { vm.x = 4 }
  await Task.detached { await MainActor.run { vm.x = 5 } }.value
  #expect(await vm.seen == [0, 4, 5])
  let t = PublishedTask<Int, String, any Error> { report in
    report(1); report(2); return "done"
  }
  #expect(try await t.value == "done")
  let act = Act(); await act.go(p.publishedValue); #expect(await act.n == [100])
  p.value = 7
  while await act.n.count < 2 { await Task.yield() }
  #expect(await act.n == [100, 7])
  _ = p.publishedValue.filter { $0 > 100000 }.subscribe { _ in }
}
