internal import Foundation
public import Tidings

/// The failure of a task that runs in another program.
public enum RemoteFailure<Failure: Error & Codable>: Error {
  /// The task has failed there.
  case failed(Failure)
  /// The task could not be requested, or its result could not be received.
  case connection(NATSError)
}

extension RemoteFailure: Equatable where Failure: Equatable {}
extension RemoteFailure: Hashable where Failure: Hashable {}

/// The kinds of messages about a request, as a header of each message.
///
/// The messages go to a subject that belongs to the request. If the program that requests is gone, the server of NATS
/// responds to the heartbeats. After three such responses in a row, the task is cancelled.
enum RemoteUpdate: String {
  case alive
  case progress
  case success
  case failure
  /// The request could not be decoded, or the task could not be started.
  case rejected
  /// Progress or a result could not be encoded or sent.
  case unsent

  static let header = "Tidings-Update"
  /// The time between two heartbeats, in milliseconds.
  static let heartbeatHeader = "Tidings-Heartbeat"

  /// The subject on which the task of a request is cancelled.
  static func cancellation(of inbox: String) -> String { inbox + ".cancel" }
}

extension NATSConnection {
  /// Returns a task that runs in a program that serves a subject.
  ///
  ///     let count = connection.publishedTask(
  ///       requesting: "count", with: 10, progress: Int.self, success: Int.self, failure: CountError.self)
  ///
  /// Each run is one request. It is cancelled in the other program when the last subscriber unsubscribes. Updates arrive on a
  /// thread of the client, and ``NATSError/serverLost`` on a dispatch queue.
  ///
  /// - Parameters:
  ///   - subject: The subject that another program serves with `serve`.
  ///   - request: The request.
  ///   - progress: The type of the progress, or `Never` for a task without.
  ///   - success: The type of the success.
  ///   - failure: The type of the failure. A connection that fails is ``RemoteFailure/connection(_:)``.
  ///   - heartbeat: The time between two signs of life, at least a millisecond. After three of them without one, the run fails
  ///     with ``NATSError/serverLost``.
  public func publishedTask<
    Request: Encodable & Sendable, Progress: Decodable & Sendable, Success: Decodable & Sendable,
    Failure: Codable & Error
  >(
    requesting subject: String, with request: Request, progress: Progress.Type = Never.self,
    success: Success.Type = Success.self, failure: Failure.Type = Never.self, heartbeat: Duration = .seconds(1)
  ) -> PublishedTask<Progress, Success, RemoteFailure<Failure>> {
    PublishedTask(start: { [client] run in
      let inbox = "_INBOX.\(UUID().uuidString)"
      let monitor = Heartbeat()
      do throws(NATSError) {
        let updates = try client.subscribe(to: inbox, queueGroup: nil) { received in
          monitor.heard {
            do throws(NATSError) {
              try received.get().update(run)
            } catch {
              run.fail(.connection(error))
            }
          }
        }
        try client.publish(
          Payload.encode(request), to: subject, replyTo: inbox,
          headers: [RemoteUpdate.heartbeatHeader: "\(heartbeat.milliseconds)"])
        let watching = monitor.start(every: heartbeat) { run.fail(.connection(.serverLost)) }
        // After a completion, this is released without being called.
        return Subscription {
          watching.invalidate()
          updates.invalidate()
          try? client.publish(Data(), to: RemoteUpdate.cancellation(of: inbox))
        }
      } catch {
        run.fail(.connection(error))
        return .ended
      }
    })
  }
}

extension ReceivedMessage {
  /// Passes what the message says to the run of a task.
  fileprivate func update<Progress: Decodable & Sendable, Success: Decodable & Sendable, Failure: Decodable & Error>(
    _ run: TaskRun<Progress, Success, RemoteFailure<Failure>>
  ) throws(NATSError) {
    if hasNoReceiver { throw .notServed }
    let subject = subject
    switch headers[RemoteUpdate.header]?.first.flatMap(RemoteUpdate.init) {
    case nil, .alive: break
    case .progress: run.report(try Payload.decode(payload, subject: subject))
    case .success: run.succeed(try Payload.decode(payload, subject: subject))
    case .failure: run.fail(.failed(try Payload.decode(payload, subject: subject)))
    case .rejected: throw .decodingFailed(subject: subject, String(decoding: payload, as: UTF8.self))
    case .unsent: throw .encodingFailed(String(decoding: payload, as: UTF8.self))
    }
  }
}
