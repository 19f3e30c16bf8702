import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The names of other libraries for what a response was decoded to: the compiler answers with those here.

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
