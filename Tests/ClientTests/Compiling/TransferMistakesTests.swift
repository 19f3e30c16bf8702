import Testing

struct TransferMistakesTests {
  private static let imports = """
    import Foundation
    #if canImport(FoundationNetworking)
      import FoundationNetworking
    #endif
    import Tidings

    """

  @Test(arguments: ["publishedTask(for: text)", "publishedTask(downloading: text, to: file)"])
  func `A transfer of a String points to URL(string:)`(call: String) async throws {
    let source =
      Self.imports + """
        func transfer(_ text: String, _ file: URL) {
          _ = URLSession.shared.\(call)
          _ = file
        }
        """
    try await Compiler.swift6.rejects(source, saying: "A transfer takes a URL, not a String: write 'URL(string: …)'")
    try await Compiler.swift6.accepts(source.replacing("_ text: String", with: "_ text: URL"))
    try await Compiler.swift6.accepts(source.replacing("_ text: String", with: "_ text: URLRequest"))
    try await Compiler.swift6.accepts(source.replacing("_ text: String", with: "_ text: TransferRequest"))
  }

  @Test(arguments: [
    ("idleLimit = .seconds(1)", "idleTimeout"), ("wholeLimit = .seconds(1)", "totalTimeout"),
    ("retry = .standard", "retryPolicy"), ("redirects = .none", "redirectPolicy"), ("digest = nil", "expectedDigest"),
    ("resumes = true", "isResumable"), ("accepts = .success", "acceptableResponses"),
  ])
  func `A setting under its former name points to the new one`(setting: String, name: String) async throws {
    let source = Self.imports + "func change(_ request: inout TransferRequest) { request.\(setting) }"
    try await Compiler.swift6.rejects(source, saying: "has been renamed to '\(name)'")
    let earlier = String(setting.prefix { $0 != " " })
    try await Compiler.swift6.accepts(source.replacing(earlier, with: name))
  }
}
