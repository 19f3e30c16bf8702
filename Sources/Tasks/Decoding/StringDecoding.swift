import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ResponseDecoding<String> {
  /// A text in the character set that the answer says, by default UTF-8. A set that is not known here, and bytes that are
  /// not of the set, fail the task.
  public static var string: Self {
    Self { body, response in
      let name = response.textEncodingName ?? "utf-8"
      guard let encoding = String.Encoding(ianaName: name), let text = String(data: body, encoding: encoding) else {
        throw CocoaError(.fileReadInapplicableStringEncoding)
      }
      return text
    }
  }
}
