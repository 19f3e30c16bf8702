import Foundation
import Synchronization
import TidingsCore

/// What a file task does, in steps of a few milliseconds.
protocol FileWork<Success>: Sendable {
  associatedtype Success: Sendable

  /// How many bytes there are to move, if that is known.
  var expectedBytes: Int64? { get }

  /// Does the next part.
  mutating func step() throws(FileError) -> FileStep<Success>
}

enum FileStep<Success: Sendable>: Sendable {
  /// So many bytes were moved, and there is more to do.
  case moved(Int)
  case finished(Success)
}

extension PublishedTask where Progress == TransferProgress, Failure == FileError {
  /// A task that does its work on the file queue.
  ///
  /// - Parameter begin: Makes the work, also on the file queue.
  init<Work: FileWork<Success>>(onFileQueue begin: @escaping @Sendable () throws(FileError) -> Work) {
    self.init(start: { run in
      let job = FileTaskJob(begin, run)
      FileQueue.shared.add(job)
      return Subscription { job.cancel() }
    })
  }
}

/// One run of a file task.
private final class FileTaskJob<Work: FileWork>: FileJob {
  private enum Phase: Sendable {
    case waiting(@Sendable () throws(FileError) -> Work)
    case working(Work, TransferMeter)
    case over
  }

  private let run: TaskRun<TransferProgress, Work.Success, FileError>
  private let phase: Locked<Phase>
  private let isCancelled = Atomic(false)

  /// Work in small chunks is not handed from thread to thread for each of them.
  private static var turnDuration: Duration { .milliseconds(2) }

  init(
    _ begin: @escaping @Sendable () throws(FileError) -> Work, _ run: TaskRun<TransferProgress, Work.Success, FileError>
  ) {
    phase = Locked(.waiting(begin))
    self.run = run
  }

  /// The work is let go, with files that are not finished, when its turn comes: not on the thread that cancels, which
  /// may be one that must not wait for a disk.
  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
  }

  func turn() -> Bool {
    // Taken out while it is worked on, so that it is nobody else's and no lock is held.
    var current = phase.withLock { phase in
      defer { phase = .over }
      return phase
    }
    let start = ContinuousClock.now
    var now = start
    do throws(FileError) {
      while !isCancelled.load(ordering: .relaxed) {
        guard try advance(&current, &now) else { return false }
        guard now - start < Self.turnDuration else {
          phase.withLock { [current] in $0 = current }
          return true
        }
      }
    } catch {
      // Files are closed, and removed where they are not finished, before anybody hears of the end.
      current = .over
      run.fail(error)
    }
    return false
  }

  /// Does a step, and returns whether there is another.
  private func advance(_ phase: inout Phase, _ now: inout ContinuousClock.Instant) throws(FileError) -> Bool {
    let current = phase
    // Let go here, so that what is worked on below is the only copy, and is changed in place.
    phase = .over
    switch consume current {
    case .over:
      return false
    case .waiting(let begin):
      let work = try begin()
      var meter = TransferMeter(at: now)
      if let progress = meter.expect(work.expectedBytes, at: now) { run.report(progress) }
      phase = .working(work, meter)
      return true
    case .working(var work, var meter):
      switch try work.step() {
      case .moved(let count):
        now = .now
        if let progress = meter.reach(meter.progress.transferredBytes + Int64(count), at: now) { run.report(progress) }
        phase = .working(work, meter)
        return true
      case .finished(let success):
        // Of a file that did not tell its size, or not the right one, the size is known now.
        if let progress = meter.finish(at: .now) { run.report(progress) }
        run.succeed(success)
        return false
      }
    }
  }
}
