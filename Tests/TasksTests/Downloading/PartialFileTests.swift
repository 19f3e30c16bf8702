import Testing
import TidingsCore
import TidingsTasks

struct PartialFileTests {
  private let folder = ScratchFolder()

  private let record = ResumeRecord(
    url: nil, resource: TransferRequest(URL(filePath: "/")).resourceIdentity, name: "file", validator: nil, size: 9
  )

  private func move(_ file: PartialFile) throws {
    try file.move(by: DestinationLock(for: file.destination))
  }

  @Test func `releases its lock when it is closed, also while a new process has the descriptor`() throws {
    let file = try PartialFile(for: folder.file())
    let inherited = dup(try #require(descriptor(of: file.url)))
    defer { close(inherited) }
    file.close()
    let next = try PartialFile(for: folder.file())
    next.close()
  }

  private func descriptor(of file: URL) -> CInt? {
    var wanted = stat()
    guard unsafe stat(file.path, &wanted) == 0 else { return nil }
    return (0..<getdtablesize()).first { descriptor in
      var found = stat()
      return unsafe fstat(descriptor, &found) == 0 && found.st_dev == wanted.st_dev && found.st_ino == wanted.st_ino
    }
  }

  @Test func `replaces a link, not its target`() throws {
    try Data("target".utf8).write(to: folder.file("target"))
    try FileManager.default.createSymbolicLink(at: folder.file(), withDestinationURL: folder.file("target"))
    let file = try PartialFile(for: folder.file())
    try file.write(Data("new".utf8), at: 0)
    try move(file)
    #expect(try folder.text(of: "target") == "target")
    #expect(try folder.text() == "new")
    #expect((try? FileManager.default.destinationOfSymbolicLink(atPath: folder.file().path)) == nil)
  }

  /// The objects that another program may have created under the name of the file.
  enum ForeignObject: Sendable, CaseIterable {
    case pipe, hardLink, symbolicLink, danglingLink
  }

  private func make(_ object: ForeignObject) throws {
    let (file, target) = (folder.file(".file.partial"), folder.file("target"))
    try Data("target".utf8).write(to: target)
    switch object {
    case .pipe: #expect(unsafe mkfifo(file.path, 0o600) == 0)
    case .hardLink: try FileManager.default.linkItem(at: target, to: file)
    case .symbolicLink: try FileManager.default.createSymbolicLink(at: file, withDestinationURL: target)
    case .danglingLink: try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("none"))
    }
  }

  @Test(arguments: ForeignObject.allCases)
  func `is not written to a pipe or through a link under its own name`(object: ForeignObject) throws {
    try make(object)
    let file = try PartialFile(for: folder.file())
    #expect(file.byteCount == 0)
    try file.write(Data("new".utf8), at: 0)
    try move(file)
    #expect(try folder.text(of: "target") == "target")
    #expect(try folder.text() == "new")
    #expect(try folder.names == ["file", "target"])
  }

  @Test func `replaces a file that only another user may write`() throws {
    try Data("other".utf8).write(to: folder.file(".file.partial"))
    let refusals = Locked(1)
    var calls = DiskCalls()
    calls.failure = { change in
      guard case .opened = change else { return nil }
      return refusals.withLock { count in
        defer { count -= 1 }
        return count > 0 ? .EACCES : nil
      }
    }
    let file = try PartialFile(for: folder.file(), calls: calls)
    #expect(file.byteCount == 0)
  }

  @Test func `fails if it may not be made, and says why`() throws {
    let error = #expect(throws: TransferError.self) { try PartialFile(for: folder.file(), calls: .openingNothing) }
    #expect((error?.underlying as? POSIXError)?.code == .EACCES)
  }

  @Test(arguments: ForeignObject.allCases)
  func `fails if a pipe or a link under its own name cannot be removed`(object: ForeignObject) throws {
    try make(object)
    let error = #expect(throws: TransferError.self) { try PartialFile(for: folder.file(), calls: .removingNothing) }
    #expect(error?.reason == .destinationNotWritable(folder.file()))
    #expect((error?.underlying as? POSIXError)?.code == .EIO)
  }

  @Test func `fails to be discarded if its files cannot be removed`() throws {
    let file = try PartialFile(for: folder.file(), calls: .removingNothing)
    try file.save(record)
    let error = #expect(throws: TransferError.self) { try file.discard() }
    #expect(error?.reason == .destinationNotWritable(folder.file()))
  }

  @Test func `is not moved if another file has taken its name`() throws {
    let file = try PartialFile(for: folder.file())
    try file.write(Data("new".utf8), at: 0)
    try FileManager.default.removeItem(at: file.url)
    try Data("other".utf8).write(to: file.url)
    let error = #expect(throws: TransferError.self) { try move(file) }
    #expect(error?.reason == .destinationNotWritable(folder.file()))
    #expect(try folder.names == [".file.partial"])
  }

  @Test(arguments: [POSIXErrorCode.EOPNOTSUPP, .ENOSYS, .ENOLCK, .EIO])
  func `works on a file system without locks, and fails if locking fails otherwise`(error: POSIXErrorCode) throws {
    var calls = DiskCalls()
    calls.failure = { if case .locked = $0 { error } else { nil } }
    do {
      let file = try PartialFile(for: folder.file(), calls: calls)
      try file.write(Data("new".utf8), at: 0)
      try move(file)
    } catch let failure as TransferError {
      #expect(failure.reason == .destinationNotWritable(folder.file()))
    }
    #expect((try? folder.text()) == (error == .EIO ? nil : "new"))
  }

  @Test(arguments: [0o600, 0o640, 0o644, 0o755, nil], [false, true])
  func `keeps the permissions of a replaced file, and a new file has the default ones`(
    mode: Int?, isRemoved: Bool
  ) throws {
    try Data().write(to: folder.file("ordinary"))
    // An earlier download has left it, with the default permissions.
    try Data().write(to: folder.file(".file.partial"))
    if let mode {
      try Data("old".utf8).write(to: folder.file())
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file().path)
    }
    let file = try PartialFile(for: folder.file())
    if mode != nil { #expect(try folder.permissions(of: ".file.partial") == 0o600) }
    if isRemoved, mode != nil { try FileManager.default.removeItem(at: folder.file()) }
    try move(file)
    #expect(try folder.permissions(of: "file") == mode ?? folder.permissions(of: "ordinary"))
  }

  enum Obstacle: Sendable, CaseIterable {
    case synchronization, rename, cancellation
  }

  @Test(arguments: Obstacle.allCases)
  func `stays writable until it replaces a read-only file`(obstacle: Obstacle) throws {
    try Data("old".utf8).write(to: folder.file())
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: folder.file().path)
    var calls = DiskCalls()
    calls.failure = { change in
      switch change {
      case .synchronized where obstacle == .synchronization, .renamed where obstacle == .rename: .EIO
      default: nil
      }
    }
    let file = try PartialFile(for: folder.file(), calls: calls)
    let lock = DestinationLock(for: folder.file())
    if obstacle == .cancellation { lock.cancel() }
    let error = #expect(throws: TransferError.self) { try file.move(by: lock) }
    #expect(error?.reason == (obstacle == .cancellation ? .cancelled : .destinationNotWritable(folder.file())))
    #expect(try folder.permissions(of: ".file.partial") == 0o600)
    #expect(try folder.text() == "old")
  }

  @Test func `does not follow a link under the name of its record`() throws {
    try Data("target".utf8).write(to: folder.file("target"))
    for name in [".file.partial.json.new", ".file.partial.json"] {
      try FileManager.default.createSymbolicLink(
        at: folder.file(name), withDestinationURL: folder.file("target"))
      let file = try PartialFile(for: folder.file())
      try file.save(record)
      #expect(try folder.text(of: "target") == "target")
      #expect(file.record == record)
      try file.discard()
    }
    #expect(try folder.names == ["target"])
  }

  @Test(.enabled(if: MountedFolder.isPossible, "Only the superuser can mount a small disk"))
  func `leaves no partial record on a full disk`() throws {
    let disk = try MountedFolder(byteCount: 16 << 10)
    let file = try PartialFile(for: disk.url.appending(component: "file"))
    try file.save(record)
    try file.write(Data(count: 4 << 10), at: 0)
    #expect(throws: TransferError.self) { try file.write(Data(count: 12 << 10), at: 4 << 10) }
    #expect(throws: TransferError.self) { try file.save(record) }
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.url.path).sorted()
    #expect(names == [".file.partial", ".file.partial.json"])
  }

  @Test(arguments: [true, false])
  func `removes an incomplete record of another program`(isMoved: Bool) throws {
    try Data("{".utf8).write(to: folder.file(".file.partial.json.new"))
    let file = try PartialFile(for: folder.file())
    if isMoved { try move(file) } else { try file.discard() }
    #expect(try folder.names == (isMoved ? ["file"] : []))
  }

  @Test(arguments: [
    "", "{}", "[1, 2]", #"{"version":1,"name":"file"}"#, #"{"version":3,"name":"file"}"#,
    #"{"version":3,"name":"file","resource":"0","byteCount":-1}"#,
    #"{"version":3,"name":"file","resource":"0","size":1,"byteCount":2}"#,
  ])
  func `ignores a record that cannot be trusted`(text: String) throws {
    try Data(text.utf8).write(to: folder.file(".file.partial.json"))
    #expect(try PartialFile(for: folder.file()).record == nil)
  }

  @Test func `is for one download at a time`() throws {
    let first = try PartialFile(for: folder.file())
    let error = #expect(throws: TransferError.self) { try PartialFile(for: folder.file()) }
    #expect(error?.reason == .destinationInUse(folder.file()))
    try first.discard()
    _ = try PartialFile(for: folder.file())
  }
}

extension DiskCalls {
  fileprivate static var openingNothing: DiskCalls {
    var calls = DiskCalls()
    calls.failure = { if case .opened = $0 { .EACCES } else { nil } }
    return calls
  }

  fileprivate static var removingNothing: DiskCalls {
    var calls = DiskCalls()
    calls.failure = { if case .removed = $0 { .EIO } else { nil } }
    return calls
  }
}
