import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension ResponseDecoding<String> {
  /// A text in the character set that the answer says, by default UTF-8. A set that is not known here, and bytes that are
  /// not of the set, fail the task. A byte order mark at the start is no part of the text.
  public static var string: Self {
    Self { body, response in
      guard let encoding = String.Encoding(serverName: response.textEncodingName ?? ""),
        let text = String(data: body, encoding: encoding)
      else { throw CocoaError(.fileReadInapplicableStringEncoding) }
      return text.withoutByteOrderMark
    }
  }
}

extension String {
  fileprivate var withoutByteOrderMark: String {
    unicodeScalars.first == "\u{FEFF}" ? String(unicodeScalars.dropFirst()) : self
  }
}
