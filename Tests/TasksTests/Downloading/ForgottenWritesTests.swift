import TestSupport
import Testing
import TidingsCore

@testable import TidingsTasks

/// After a power cut, a download resumes only from correct bytes, regardless of the lost changes. The test tries every
/// state that a power cut after any change may leave.
@Suite(.timeLimit(.minutes(10)))
struct ForgottenWritesTests {
  private let folder = ScratchFolder()
  private let server = FaultServer()
  private let file = ServedFile(byteCount: 192)
  private static let names = ["file", ".file.partial", ".file.partial.json"]

  enum Mode: Sendable, CaseIterable {
    case stream, windows
  }

  /// The change of the file on the server between the two runs of a download.
  enum Course: Sendable, CaseIterable {
    case same, replaced
  }

  private func transfer(_ mode: Mode, _ recording: DiskRecording? = nil) -> TransferRequest {
    server.transfer(range: 64, resumes: true).with {
      $0.synchronizedByteCount = 64
      if let recording { $0.diskCalls = recording.calls }
    }
  }

  private func download(_ transfer: TransferRequest) async -> Result<DownloadedFile, any Error> {
    await folder.download(transfer).result()
  }

  /// A download that fails late and then completes without a reboot.
  private func steps(_ mode: Mode, _ course: Course) async throws -> [DiskRecording.Step] {
    let recording = DiskRecording()
    let transfer = transfer(mode, recording)
    let faults: [PlannedFault] = mode == .stream ? [.always(.rangeIgnored)] : []
    server.serve(file, faults + [.always(.close(at: 170))])
    await #expect(throws: TransferError.self) { try await download(transfer).get() }
    server.serve(course == .same ? file : file.replaced, faults)
    _ = try await download(transfer).get()
    return recording.steps
  }

  /// The contents that the server has had with each validator.
  private func bytes(_ validator: StrongValidator?) -> Data? {
    [file, file.replaced].first { $0.entityTag == validator?.rawValue }?.bytes
  }

  private func lay(out state: [String: Data]) throws {
    for name in Self.names {
      try? FileManager.default.removeItem(at: folder.file(name))
      try state[name]?.write(to: folder.file(name))
    }
  }

  private struct Wrong: Sendable, CustomStringConvertible {
    var state: [String: Data]
    var what: String

    var description: String {
      "\(what), with \(state.mapValues { $0.count > 200 ? String(decoding: $0, as: UTF8.self) : $0.description })"
    }
  }

  private struct Findings: Sendable {
    var states = 0
    var wrong: [Wrong] = []
    /// A state for each number of bytes from which a download resumes.
    var resumed: [Int64: [String: Data]] = [:]
  }

  private func look(at steps: [DiskRecording.Step], in mode: Mode) throws -> Findings {
    var disk = ForgetfulDisk()
    let states = disk.states(after: steps, of: Self.names) { name, content in
      name != ".file.partial.json" || ResumeRecord(content) != nil ? content : nil
    }
    var findings = Findings(states: states.count)
    for state in states {
      if let data = state["file"], ![file.bytes, file.replaced.bytes].contains(data) {
        findings.wrong.append(Wrong(state: state, what: "The destination is not what the server has"))
      }
      let (byteCount, validator) = try decision(in: state, mode)
      findings.resumed[byteCount] = state
      let right = bytes(validator)?.prefix(Int(byteCount))
      if byteCount > 0, state[".file.partial"]?.prefix(Int(byteCount)) != right {
        findings.wrong.append(Wrong(state: state, what: "It would go on after \(byteCount) bytes"))
      }
    }
    return findings
  }

  private func decision(in state: [String: Data], _ mode: Mode) throws -> (byteCount: Int64, StrongValidator?) {
    try lay(out: state)
    let partial = try PartialFile(for: folder.file())
    defer { partial.close() }
    let body = try DownloadState(partial, of: transfer(mode), reports: TransferReporter { _ in })
    return (body.byteCount, body.validator)
  }

  @Test(arguments: Mode.allCases, Course.allCases)
  func `no download resumes from bytes that a power cut has lost`(mode: Mode, course: Course) async throws {
    let steps = try await steps(mode, course)
    let findings = try look(at: steps, in: mode)
    #expect(findings.wrong.isEmpty, "\(findings.wrong.first?.description ?? "") of \(findings.states) states")
    #expect(findings.states > 100, "The cuts leave too few states to tell anything")
    if mode != .stream { #expect(findings.resumed.count > 1, "No state has anything to go on from") }
    // The complete download, once for each number of bytes.
    for (byteCount, state) in findings.resumed {
      try lay(out: state)
      _ = try await download(transfer(mode)).get()
      let expected = course == .same ? file : file.replaced
      #expect(try Data(contentsOf: folder.file()) == expected.bytes, "after \(byteCount) bytes")
    }
  }

  @Test func `no download resumes from bytes that were written after those of its record were discarded`() async throws
  {
    let recording = DiskRecording()
    server.serve(file, [.always(.close(at: 170))])
    await #expect(throws: TransferError.self) { try await download(transfer(.windows, recording)).get() }
    try PartialFile(for: folder.file(), calls: recording.calls).discard()
    server.serve(file.replaced)
    let other = transfer(.windows, recording).with { $0.isResumable = false }
    _ = try await download(other).get()
    let findings = try look(at: recording.steps, in: .windows)
    #expect(findings.wrong.isEmpty, "\(findings.wrong.first?.description ?? "") of \(findings.states) states")
    #expect(findings.resumed.count > 1, "No state has anything to go on from")
  }

  /// The record of a disk that has lost synchronized bytes, because it was removed.
  private var excessiveRecord: ResumeRecord {
    ResumeRecord(
      url: nil, resource: transfer(.windows).resourceIdentity, name: "file",
      validator: StrongValidator(entityTag: file.entityTag, lastModified: nil, date: nil), size: file.byteCount,
      byteCount: 128)
  }

  @Test func `a record never counts more bytes than the file has`() throws {
    let record = excessiveRecord
    let (byteCount, _) = try decision(
      in: [".file.partial": file.bytes(0..<64), ".file.partial.json": record.data], .windows)
    #expect(byteCount == 64)
    let next = try #require(ResumeRecord(at: folder.file(".file.partial.json")))
    #expect(next.validator == record.validator)
    #expect(next.validator != nil)
    #expect(next.byteCount == 64)
  }

  @Test func `no download resumes from bytes that an earlier record counts, but the file did not have`() async throws {
    let recording = DiskRecording()
    let partial = try PartialFile(for: folder.file(), calls: recording.calls)
    try partial.write(file.bytes(0..<64), at: 0)
    try partial.synchronize()
    try partial.save(excessiveRecord)
    partial.synchronizeNames()
    partial.close()
    server.serve(file)
    _ = try await download(transfer(.windows, recording)).get()
    let findings = try look(at: recording.steps, in: .windows)
    #expect(findings.wrong.isEmpty, "\(findings.wrong.first?.description ?? "") of \(findings.states) states")
    #expect(findings.resumed.count > 1, "No state has anything to go on from")
  }

  @Test(arguments: Mode.allCases)
  func `detects a download that synchronizes nothing`(mode: Mode) async throws {
    let steps = try await steps(mode, .same).filter { step in
      if case .synchronized = step { false } else { true }
    }
    #expect(try !look(at: steps, in: mode).wrong.isEmpty)
  }

  @Test func `detects a download that does not synchronize the folder`() async throws {
    let steps = try await steps(.windows, .replaced).filter { $0 != .synchronizedNames }
    #expect(try !look(at: steps, in: .windows).wrong.isEmpty)
  }

  @Test(arguments: Mode.allCases)
  func `the recording contains every change`(mode: Mode) async throws {
    var disk = ForgetfulDisk()
    for step in try await steps(mode, .replaced) { disk.make(step) }
    #expect(disk.wholeState == ["file": file.replaced.bytes])
    #expect(try folder.names == ["file"])
  }
}
