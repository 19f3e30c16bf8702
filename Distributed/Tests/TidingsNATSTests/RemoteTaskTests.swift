import Foundation
import NATSServer
import Testing
import Tidings
import TidingsNATS
import TidingsTesting

struct CountError: Error, Codable, Equatable {
  var last: Int
}

@Suite(.serverInstalled, .timeLimit(.minutes(10)))
struct RemoteTaskTests {
  typealias Count = PublishedTask<Int, String, CountError>

  /// Two programs that are connected to one server.
  private struct Programs {
    let server: NATSServer
    let serving: NATSConnection
    let requesting: NATSConnection

    init() async throws {
      server = try await NATSServer()
      serving = try await NATSConnection(NATSOptions(server.url))
      requesting = try await NATSConnection(NATSOptions(server.url))
    }

    func task(_ limit: Int, heartbeat: Duration = .seconds(1)) -> PublishedTask<Int, String, RemoteFailure<CountError>>
    {
      requesting.publishedTask(
        requesting: "count", with: limit, progress: Int.self, success: String.self, failure: CountError.self,
        heartbeat: heartbeat)
    }
  }

  /// A task that never completes.
  private static func endless(_ isRunning: PublishedProperty<Bool>) -> Count {
    Count(start: { run in
      isRunning.value = true
      return Subscription {
        isRunning.value = false
        withExtendedLifetime(run) {}
      }
    })
  }

  @Test func `progress and success arrive from another program`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (limit: Int) in
      Count { report in
        for number in 1...limit { report(number) }
        return "counted"
      }
    }
    try await programs.serving.flush()
    let recorder = programs.task(3).record()
    #expect(
      try await recorder.next(4, within: .seconds(10)) == [
        .inProgress(1), .inProgress(2), .inProgress(3), .completed(.success("counted")),
      ])
    withExtendedLifetime(serving) {}
  }

  @Test func `a failure arrives with its type`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (limit: Int) in Count.failure(CountError(last: limit)) }
    try await programs.serving.flush()
    #expect(await programs.task(7).result == .failure(.failed(CountError(last: 7))))
    withExtendedLifetime(serving) {}
  }

  @Test func `a subject that is not served is a failure`() async throws {
    let programs = try await Programs()
    #expect(await programs.task(1).result == .failure(.connection(.notServed)))
  }

  @Test func `a request that cannot be decoded is a failure`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (_: [String]) in Count.success("") }
    try await programs.serving.flush()
    guard case .failure(.connection(.decodingFailed)) = await programs.task(1).result else {
      Issue.record("The request was decoded")
      return
    }
    withExtendedLifetime(serving) {}
  }

  @Test func `a result that cannot be encoded is a failure`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("number") { (_: Int) in
      PublishedTask<Never, Double, Never>.success(.infinity)
    }
    try await programs.serving.flush()
    let task = programs.requesting.publishedTask(
      requesting: "number", with: 1, progress: Never.self, success: Double.self, failure: Never.self)
    guard case .failure(.connection(.encodingFailed)) = await task.result else {
      Issue.record("The result was encoded")
      return
    }
    withExtendedLifetime(serving) {}
  }

  @Test func `a request with a very long subject for replies does not end the serving connection`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (_: Int) in Count { _ in "counted" } }
    try await programs.serving.flush()
    try await programs.server.receive(
      #"CONNECT {"verbose":false}\r\nPUB count "# + String(repeating: "r", count: 3_000) + #" 1\r\n1\r\nPING\r\n"#)
    // Served after that request, by the same connection.
    #expect(await programs.task(1).result == .success("counted"))
    #expect(programs.serving.state.value == .connected)
    withExtendedLifetime(serving) {}
  }

  @Test func `the task is cancelled over there when its last subscriber leaves`() async throws {
    let programs = try await Programs()
    let isRunning = PublishedProperty(false)
    let running = isRunning.record()
    let serving = try programs.serving.serve("count") { (_: Int) in Self.endless(isRunning) }
    try await programs.serving.flush()
    let token = programs.task(1).subscribe { _ in }
    #expect(try await running.next(2, within: .seconds(10)) == [false, true])
    token.invalidate()
    #expect(try await running.next(within: .seconds(10)) == false)
    withExtendedLifetime(serving) {}
  }

  @Test func `the task is cancelled when the program that has requested it is gone`() async throws {
    let programs = try await Programs()
    let isRunning = PublishedProperty(false)
    let running = isRunning.record()
    let serving = try programs.serving.serve("count") { (_: Int) in Self.endless(isRunning) }
    try await programs.serving.flush()
    let token = programs.task(1, heartbeat: .milliseconds(50)).subscribe { _ in }
    #expect(try await running.next(2, within: .seconds(10)) == [false, true])
    programs.requesting.close()
    #expect(try await running.next(within: .seconds(10)) == false)
    withExtendedLifetime((serving, token)) {}
  }

  @Test func `the task goes on after two heartbeats that no program has received`() async throws {
    let programs = try await Programs()
    let isRunning = PublishedProperty(false)
    let running = isRunning.record()
    let serving = try programs.serving.serve("count") { (_: Int) in Self.endless(isRunning) }
    try await programs.serving.flush()
    let witness = try await NATSConnection(NATSOptions(programs.server.url))
    let heartbeats = witness.broadcaster(of: Data.self, on: "_INBOX.*").map { try? $0.get().subject }.record()
    try await witness.flush()
    let recorder = programs.task(1, heartbeat: .milliseconds(50)).record()
    let inbox = try #require(try await heartbeats.next(within: .seconds(10)))
    // The server responds like this while the requesting program connects again.
    for _ in 1...2 { try witness.publish(Data(), to: "\(inbox).cancel", headers: ["Status": "503"]) }
    try await witness.flush()
    _ = try await heartbeats.next(20, within: .seconds(20))
    #expect(running.updates == [false, true])
    #expect(recorder.updates.isEmpty)
    withExtendedLifetime(serving) {}
  }

  @Test func `progress that is handled slowly is no failure`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (_: Int) in
      Count { report in
        report(1)
        return "counted"
      }
    }
    // Another program sees the heartbeats that wait here. The subject is endless, so that its run is not over before.
    let isRunning = PublishedProperty(false)
    let endless = try programs.serving.serve("endless") { (_: Int) in Self.endless(isRunning) }
    let witness = try await NATSConnection(NATSOptions(programs.server.url))
    let heartbeats = witness.broadcaster(of: Data.self, on: "_INBOX.>")
    let gate = DispatchSemaphore(value: 0)
    // Longer than three heartbeats of the task that is tested.
    let counting = heartbeats.dropFirst(15).subscribeOnce { _ in gate.signal() }
    try await programs.serving.flush()
    try await witness.flush()
    let beating = programs.requesting.publishedTask(
      requesting: "endless", with: 1, progress: Int.self, success: String.self, failure: CountError.self,
      heartbeat: .milliseconds(100)
    ).subscribe { _ in }
    let recorder = programs.task(1, heartbeat: .milliseconds(200))
      .handleEvents(update: { if case .inProgress = $0 { gate.wait() } })
      .record()
    #expect(try await recorder.next(2, within: .seconds(20)) == [.inProgress(1), .completed(.success("counted"))])
    withExtendedLifetime((serving, endless, counting, beating)) {}
  }

  @Test func `the death of the serving program is a failure`() async throws {
    let programs = try await Programs()
    let isRunning = PublishedProperty(false)
    let running = isRunning.record()
    let serving = try programs.serving.serve("count") { (_: Int) in Self.endless(isRunning) }
    try await programs.serving.flush()
    let recorder = programs.task(1, heartbeat: .milliseconds(50)).record()
    #expect(try await running.next(2, within: .seconds(10)) == [false, true])
    programs.serving.close()
    #expect(try await recorder.next(within: .seconds(10)) == .completed(.failure(.connection(.serverLost))))
    withExtendedLifetime(serving) {}
  }

  @Test func `the next subscriber makes a new request`() async throws {
    let programs = try await Programs()
    let serving = try programs.serving.serve("count") { (limit: Int) in Count.success("\(limit)") }
    try await programs.serving.flush()
    let task = programs.task(5)
    #expect(await task.result == .success("5"))
    #expect(await task.result == .success("5"))
    serving.invalidate()
    try await programs.serving.flush()
    #expect(await programs.task(5).result == .failure(.connection(.notServed)))
  }
}
