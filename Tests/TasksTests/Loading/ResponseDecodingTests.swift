import Testing
import TidingsCore
import TidingsTasks

@Suite(.timeLimit(.minutes(10)))
struct ResponseDecodingTests {
  private struct User: Decodable, Sendable {
    var name: String
    var age: Int
  }

  private func server(_ body: Data, type: String = "application/json") throws -> LoopbackServer {
    try LoopbackServer { connection in
      connection.send(
        status: "200 OK", headers: ["Content-Type: \(type)", "Content-Length: \(body.count)", "X-Page: 7"])
      _ = connection.send(body)
    }
  }

  private func decoded<Output>(
    _ bytes: some Sequence<UInt8>, as decoding: ResponseDecoding<Output>, type: String = "application/json"
  ) async throws -> Output {
    let server = try server(Data(bytes), type: type)
    return try await URLSession.shared.publishedTask(for: server.request(), decoding: decoding).result().get()
  }

  private func decoded<Output>(
    _ text: String, as decoding: ResponseDecoding<Output>, type: String = "application/json"
  ) async throws -> Output {
    try await decoded(text.utf8, as: decoding, type: type)
  }

  /// The error of a body that cannot be decoded.
  @discardableResult
  private func expectUndecodable<Output: Sendable>(
    _ bytes: some Sequence<UInt8>, as decoding: ResponseDecoding<Output>, type: String = "application/json",
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> TransferError {
    let body = Data(bytes)
    let error = await #expect(throws: TransferError.self, sourceLocation: sourceLocation) {
      try await decoded(body, as: decoding, type: type)
    }
    #expect(error?.reason == .undecodable, sourceLocation: sourceLocation)
    return try #require(error)
  }

  @Test func `returns the body unchanged`() async throws {
    let body = Data((0...255).map { UInt8($0) })
    let server = try server(body)
    let recording = Recording(URLSession.shared.publishedTask(for: server.request()))
    #expect(try await recording.result.get() == body)
    #expect(recording.reports.first == TransferProgress(transferredBytes: 0, expectedBytes: 256))
    #expect(recording.reports.last?.fractionCompleted == 1)
  }

  @Test func `returns the head of the response`() async throws {
    let answer = try await decoded("text", as: .withResponse(.string))
    #expect(answer.body == "text")
    #expect(answer.response.statusCode == 200)
    #expect(answer.response.value(forHTTPHeaderField: "X-Page") == "7")
  }

  @Test func `decodes JSON with the given decoder`() async throws {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    let date = try await decoded("\"1970-01-01T00:00:00Z\"", as: .json(Date.self, decoder: decoder))
    #expect(date == Date(timeIntervalSince1970: 0))
  }

  @Test func `reports invalid JSON`() async throws {
    let error = try await expectUndecodable(#"{"name":"Ada"}"#.utf8, as: .json(User.self))
    #expect(error.underlying is DecodingError)
    #expect(error.description.contains("age"))
  }

  @Test(arguments: ["[", #"{"x":["#, #"{"x":{"#], [1, 512, 513, 514])
  func `JSON that ends inside many brackets is an error`(opening: String, count: Int) async throws {
    let text = String(repeating: opening, count: count)
    let error = try await expectUndecodable(text.utf8, as: .json([User].self))
    #expect(error.underlying is DecodingError)
    let folder = ScratchFolder()
    try Data(text.utf8).write(to: folder.file())
    await #expect(throws: FileError.self) {
      try await folder.file().publishedTask(reading: .json([User].self)).result().get()
    }
  }

  @Test(
    arguments: ["utf8", "UTF-8", "\"utf-8\"", "", "unicode-1-1-utf-8"].map { ($0, Array("Müll".utf8), "Müll") } + [
      ("ISO-8859-1", [0x4D, 0xFC, 0x6C, 0x6C], "Müll"),
      ("cp1252", [0x80, 0xFC], "€ü"), ("windows-1252", [0x80, 0xFC], "€ü"), ("latin1", [0xFC], "ü"),
      ("cp1251", [0xE4, 0xE0], "да"), ("utf-16", [0xFE, 0xFF, 0x00, 0x61], "a"), ("utf-16le", [0x61, 0x00], "a"),
      ("shift_jis", [0x83, 0x65], "テ"),
    ] as [(String, [UInt8], String)])
  func `accepts the names of character sets that servers use`(name: String, bytes: [UInt8], text: String) async throws {
    for parameter in ["charset=\(name)", "format=flowed; Charset = \"\(name)\""] {
      #expect(try await decoded(bytes, as: .string, type: "text/plain; \(parameter)") == text)
    }
  }

  @Test func `a byte order mark is not part of the text`() async throws {
    #expect(try await decoded("\u{FEFF}text", as: .string, type: "text/plain") == "text")
    #expect(try await decoded("a\u{FEFF}b", as: .string, type: "text/plain") == "a\u{FEFF}b")
  }

  @Test func `rejects unknown character sets and invalid text`() async throws {
    try await expectUndecodable("text".utf8, as: .string, type: "text/plain; charset=klingon")
    try await expectUndecodable([0x4D, 0xFC, 0x6C, 0x6C], as: .string, type: "text/plain; charset=utf-8")
  }

  @Test func `decodes an object with unknown members`() async throws {
    let object = try await decoded(
      #"{"s":"a","n":1,"d":1.5,"b":true,"z":null,"a":[1,"x"],"o":{"k":false}}"#, as: .dictionary)
    #expect(object["s"] as? String == "a")
    #expect(object["n"] as? Int == 1)
    #expect(object["d"] as? Double == 1.5)
    #expect(object["b"] as? Bool == true)
    #expect(object["z"] is NSNull)
    #expect((object["a"] as? [any Sendable])?.last as? String == "x")
    #expect((object["o"] as? [String: any Sendable])?["k"] as? Bool == false)
    #expect(object.count == 7)
  }

  @Test(arguments: ["[1e400]", "[-1e400]", "[[1e400]]", #"[{"a": 1e400}]"#])
  func `reports a number that is too large`(text: String) async throws {
    let error = try await expectUndecodable(text.utf8, as: .array)
    #expect(error.underlying is DecodingError && error.description.contains("1e400"))
  }

  @Test func `rejects JSON that is nested too deeply`() async throws {
    let text = String(repeating: "[", count: 100_000)
    #expect(try await expectUndecodable(text.utf8, as: .array).description.contains("nested"))
  }

  @Test func `decodes every kind of number and text`() async throws {
    let text =
      #"[0, -0, 9223372036854775807, -9223372036854775808, 9223372036854775808, 922337203685477807.0, 1e2, 1.5e-3, 0.1, -2.5E+1,"#
      + #" "\u00e9\ud83d\udde0\n\t\"\\\/", "é🗞", "", -9223372036854775809, -0.21121024287352697, 1e200, 1e-200]"#
    let array = try await decoded(text, as: .array)
    #expect(array[0] as? Int == 0)
    #expect(array[2] as? Int == .max)
    #expect(array[3] as? Int == .min)
    #expect(array[4] as? Double == 9_223_372_036_854_775_808)
    #expect(array[5] as? Int == 922_337_203_685_477_807)
    #expect(array[6] as? Int == 100)
    #expect(array[7] as? Double == 0.0015)
    #expect(array[8] as? Double == 0.1)
    #expect(array[9] as? Int == -25)
    #expect(array[10] as? String == "é\u{1F5E0}\n\t\"\\/")
    #expect(array[11] as? String == "é🗞")
    #expect(array[12] as? String == "")
    #expect(array[13] as? Double == -9_223_372_036_854_775_808)
    #expect(array[14] as? Double == -0.21121024287352697)
    #expect(array[15] as? Double == 1e200)
    #expect(array[16] as? Double == 1e-200)
  }

  @Test func `does not decode an array as an object`() async throws {
    try await expectUndecodable("[]".utf8, as: .dictionary)
    try await expectUndecodable("{}".utf8, as: .array)
  }

  @Test func `checks the digest`() async throws {
    let server = try server(Data("text".utf8))
    let request = { (text: String) in
      server.request().with {
        $0.expectedDigest = ExpectedDigest(FNV1a.self, bytes: FNV1a.digest(of: Data(text.utf8)))
      }
    }
    _ = try await URLSession.shared.publishedTask(for: request("text")).result().get()
    let error = await URLSession.shared.publishedTask(for: request("test")).failure()
    guard case .unexpectedDigest = error?.reason else { throw try #require(error) }
  }
}
