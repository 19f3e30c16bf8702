import Dispatch
import FileServer
import Foundation
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Chore {
  /// Cancels a download at full speed, as often as asked for. The server is in this process, where it can be watched.
  ///
  /// - Returns: For each time how long it took until the server saw the connection closed, or used by the next download;
  ///   and until the request of a next download to the same file arrived there.
  func cancel() async throws -> [(closed: Double, next: Double)] {
    // Large enough to be far from its end when it is cancelled. It is all hole, so it takes no room.
    let size: Int64 = 4 << 30
    let hole = URL(filePath: destination + ".hole")
    try Data().write(to: hole)
    defer { try? FileManager.default.removeItem(at: hole) }
    try FileHandle(forWritingTo: hole).truncate(atOffset: UInt64(size))
    let server = try FileServer(hole.path)
    let session = URLSession(configuration: .uncached)
    var times: [(closed: Double, next: Double)] = []
    for round in 0..<count {
      func download(_ sender: String) -> TransferTask<DownloadedFile> {
        let url = URL(string: "http://127.0.0.1:\(server.port)/\(address)/\(size)?\(sender)")!
        return session.publishedTask(downloading: TransferRequest(url), to: URL(filePath: destination))
      }
      let (one, another) = ("first\(round)", "next\(round)")
      let running = try await startAndWait(for: download(one))
      let start = DispatchTime.now().uptimeNanoseconds
      running.invalidate()
      let next = download(another).attach { _ in }
      let begun = try await time { server.activity.timeOfFirstRequest(of: another) }
      let closed = try await timeOfEnd(of: one, at: server.activity)
      next.invalidate()
      _ = try await timeOfEnd(of: another, at: server.activity)
      times.append((seconds(from: start, to: closed), seconds(from: start, to: begun)))
    }
    return times
  }

  /// Starts a download and returns when it has come so far that it runs at full speed.
  private func startAndWait(for task: TransferTask<DownloadedFile>) async throws -> Subscription {
    let (news, continuation) = AsyncStream.makeStream(of: String?.self)
    let subscription = task.attach { update in
      switch update {
      case .inProgress(let progress) where progress.transferredBytes > 32 << 20: continuation.yield(nil)
      case .inProgress: break
      case .completed(let result): continuation.yield("ended before it was cancelled: \(result)")
      }
    }
    for await complaint in news {
      if let complaint { throw ChoreFailure(description: complaint) }
      break
    }
    return subscription
  }

  /// When the sender's connection was closed, or served another. One that is still open after a moment, but has nothing to
  /// send, is kept for another request; then that it became free counts.
  private func timeOfEnd(of sender: String, at activity: Activity) async throws -> UInt64 {
    let answered = try await time { activity.timeOfLastAnswer(to: sender) }
    let patience = ContinuousClock.now + .milliseconds(200)
    while ContinuousClock.now < patience {
      if let left = activity.timeOfLeave(of: sender) { return left }
      try await Task.sleep(for: .microseconds(200))
    }
    return activity.timeOfLastAnswer(to: sender) ?? answered
  }

  /// Looks until there is a time.
  private func time(_ look: () -> UInt64?) async throws -> UInt64 {
    let patience = ContinuousClock.now + .seconds(30)
    while ContinuousClock.now < patience {
      if let time = look() { return time }
      try await Task.sleep(for: .microseconds(200))
    }
    throw ChoreFailure(description: "nothing happened at the server in 30 seconds")
  }

  /// Zero when it was over before.
  private func seconds(from start: UInt64, to end: UInt64) -> Double {
    end > start ? Double(end - start) / 1e9 : 0
  }
}
