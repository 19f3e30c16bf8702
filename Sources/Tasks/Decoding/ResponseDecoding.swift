public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// How the body of an answer becomes the success of a task.
///
///     session.publishedTask(for: request, decoding: .json(User.self))
///     session.publishedTask(for: request, decoding: .withResponse(.string))
///
/// Decoding runs on a queue of the transfer's own, not on the thread of a subscriber.
public struct ResponseDecoding<Output: Sendable>: Sendable {
  private let decodeBody: @Sendable (Data, HTTPURLResponse) throws -> Output

  /// A decoding of one's own.
  ///
  /// - Parameter decode: Called with the whole body and the head of the answer. What it throws fails the task as
  ///   ``TransferError/Reason/undecodable``, with the error as the underlying one.
  public init(_ decode: @escaping @Sendable (_ body: Data, _ response: HTTPURLResponse) throws -> Output) {
    decodeBody = decode
  }

  /// What another decoding gives, together with the head of the answer: its status, its fields, and its address after redirects.
  public static func withResponse<Body>(_ decoding: ResponseDecoding<Body>) -> Self
  where Output == DecodedResponse<Body> {
    Self { body, response in
      DecodedResponse(body: try decoding.decodeBody(body, response), response: response)
    }
  }

  func decode(_ body: Data, _ response: HTTPURLResponse) throws(TransferError) -> Output {
    do {
      return try decodeBody(body, response)
    } catch {
      throw TransferError(.undecodable, underlying: error)
    }
  }
}

/// A decoded body, with the head of the answer that it came with.
public struct DecodedResponse<Body: Sendable>: Sendable {
  /// What the body was decoded to.
  public var body: Body

  /// The answer's status and fields; after redirects those of the last server.
  public var response: HTTPURLResponse

  /// Creates what a task succeeds with, which a stub of one may want.
  public init(body: Body, response: HTTPURLResponse) {
    self.body = body
    self.response = response
  }
}

extension ResponseDecoding<Data> {
  /// The body as it is.
  public static var data: Self { Self { body, _ in body } }
}
