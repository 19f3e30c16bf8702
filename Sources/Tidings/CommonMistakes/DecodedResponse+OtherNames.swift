import Foundation
public import TidingsTasks

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// Names in other libraries for the decoded body of a response.

extension DecodedResponse {
  /// Alamofire's name.
  @available(*, unavailable, renamed: "body")
  public var value: Body { body }

  /// The name of Combine's data tasks.
  @available(*, unavailable, renamed: "body")
  public var data: Body { body }

  /// The name of Combine's output.
  @available(*, unavailable, renamed: "body")
  public var output: Body { body }

  /// The status of the response.
  @available(*, unavailable, renamed: "response.statusCode")
  public var statusCode: Int { response.statusCode }
}
