import TestSupport
import Testing
import TidingsCore
import TidingsTasks

#if canImport(Glibc) || canImport(Musl)
  /// Serialized, because these tests count the process's watches.
  @Suite(.serialized, .timeLimit(.minutes(10)))
  struct FileWatchingTests {
    private typealias Changes = Recording<Result<FileChange, FileError>>

    private let folder = ScratchFolder()
    private var file: URL { folder.file() }

    private var watches: Int {
      let descriptors = ProcessFootprint.descriptors.filter { $0.value.hasPrefix("anon_inode:inotify") }.keys
      return descriptors.reduce(0) { count, descriptor in
        let info = try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)
        return count + (info?.split(separator: "\n").filter { $0.hasPrefix("inotify ") }.count ?? 0)
      }
    }

    /// The system does not report the removal of a watch.
    private func hasNoWatch(sourceLocation: SourceLocation = #_sourceLocation) async {
      await eventually("the end of every watch", showing: { "\(watches) are left" }, sourceLocation: sourceLocation) {
        watches == 0
      }
    }

    /// Returns the changes after a number of earlier ones, up to an awaited one.
    @discardableResult
    private func follow(
      _ changes: Changes, until kind: FileChange.Kind, of file: URL? = nil, after count: Int = 0,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async -> [FileChange] {
      let last = FileChange(kind, of: file ?? self.file)
      await changes.wait(for: "the change \(last) after \(count) others", sourceLocation: sourceLocation) {
        updates, _ in
        updates.dropFirst(count).contains { (try? $0.get()) == last }
      }
      return changes.updates.dropFirst(count).compactMap { try? $0.get() }
    }

    @Test func `reports changes of the files of a folder`() async throws {
      let changes = Changes(folder.url.broadcasterForChanges())
      let (one, two) = (folder.file("one"), folder.file("a%41 \n🗞️"))
      try Data([1]).write(to: one)
      try FileManager.default.moveItem(at: one, to: two)
      try FileManager.default.removeItem(at: two)
      let seen = await follow(changes, until: .disappeared, of: two)
      #expect(
        seen == [
          FileChange(.appeared, of: one), FileChange(.modified, of: one), FileChange(.disappeared, of: one),
          FileChange(.appeared, of: two), FileChange(.disappeared, of: two),
        ])
    }

    /// Names in different Unicode forms belong to different files.
    @Test(arguments: [("file", "another"), ("caf\u{E9}.txt", "cafe\u{301}.txt"), ("a%41 \n🗞️", "aA")])
    func `reports only changes of its file`(name: String, other: String) async throws {
      let file = folder.file(name)
      let changes = Changes(file.broadcasterForChanges())
      try Data([1]).write(to: folder.file(other))
      try Data([1]).write(to: file)
      try FileManager.default.removeItem(at: file)
      let seen = await follow(changes, until: .disappeared, of: file)
      #expect(seen.map(\.kind) == [.appeared, .modified, .disappeared])
      #expect(seen.allSatisfy { $0.url == file })
    }

    /// The folder of the file reports no such change, like that of a file that is mounted on its name.
    @Test func `reports a change through another hard link, and each other change once`() async throws {
      try Data([1]).write(to: file)
      let other = ScratchFolder()
      try FileManager.default.linkItem(at: file, to: other.file())
      let changes = Changes(file.broadcasterForChanges())
      for changed in [other.file(), file] {
        let count = changes.updates.count
        let handle = try FileHandle(forWritingTo: changed)
        try handle.write(contentsOf: Data([2]))
        try handle.close()
        await follow(changes, until: .modified, after: count)
      }
      try FileManager.default.removeItem(at: file)
      let seen = await follow(changes, until: .disappeared)
      #expect(seen.map(\.kind) == [.modified, .modified, .disappeared])
    }

    @Test func `continues to watch a file that is replaced atomically`() async throws {
      try Data([1]).write(to: file)
      let changes = Changes(file.broadcasterForChanges())
      for count in 1...3 {
        try Data([2]).write(to: file, options: .atomic)
        await changes.wait(for: "\(count) files to appear") { updates, _ in
          updates.filter { (try? $0.get().kind) == .appeared }.count == count
        }
      }
      append(Data([3]), to: file)
      #expect(await follow(changes, until: .modified).last?.kind == .modified)
    }

    @Test func `a file that is exchanged with another does not disappear`() async throws {
      typealias Rename =
        @convention(c) (
          CInt, UnsafePointer<CChar>, CInt, UnsafePointer<CChar>, CUnsignedInt
        ) -> CInt
      // Glibc does not declare it for Swift.
      let rename = try unsafe unsafeBitCast(#require(dlsym(nil, "renameat2")), to: Rename.self)
      let files = [file, folder.file("other")]
      for file in files { try Data([1]).write(to: file) }
      let watches = files.map { Changes($0.broadcasterForChanges()) }
      // The last parameter is RENAME_EXCHANGE.
      #expect(unsafe rename(AT_FDCWD, files[0].path, AT_FDCWD, files[1].path, 2) == 0)
      for (file, changes) in zip(files, watches) {
        append(Data([2]), to: file)
        let seen = await follow(changes, until: .modified, of: file).map(\.kind)
        #expect(seen.contains(.appeared) && !seen.contains(.disappeared))
      }
    }

    @Test func `is shared by its subscribers`() async throws {
      // The test before this one may have left a watch that is about to be removed.
      await hasNoWatch()
      let changes = file.broadcasterForChanges()
      let first = Changes(changes)
      let watchesOfOne = watches
      let second = Changes(changes)
      #expect(watches == watchesOfOne && watchesOfOne > 0)
      first.invalidate()
      try Data([1]).write(to: file)
      #expect(await follow(second, until: .appeared).first?.kind == .appeared)
      #expect(first.updates.isEmpty)
      second.invalidate()
      await hasNoWatch()
    }

    @Test(arguments: ["inner", "inner/file"], [(false, false), (false, true), (true, false), (true, true)])
    func `ends when its folder is removed or moved`(watched: String, _ course: (hasFile: Bool, isMoved: Bool))
      async throws
    {
      let (hasFile, isMoved) = course
      let inner = folder.file("inner")
      try makeFolder("inner", with: hasFile ? [1] : nil)
      let changes = Changes(folder.file(watched).broadcasterForChanges())
      if isMoved {
        try FileManager.default.moveItem(at: inner, to: folder.file("elsewhere"))
      } else {
        try FileManager.default.removeItem(at: inner)
      }
      let disappeared = hasFile && !isMoved ? [FileChange(.disappeared, of: folder.file("inner/file"))] : []
      #expect(try await changes.all().map { try $0.get() } == disappeared)
      await hasNoWatch()
    }

    /// The system reports the removal of a folder to its watch only when no process has the folder open.
    @Test(arguments: ["inner", "inner/file"])
    func `ends when its folder is removed while a process has it open`(watched: String) async throws {
      try makeFolder("inner", with: nil)
      let descriptor = unsafe open(folder.file("inner").path, O_RDONLY)
      defer { close(descriptor) }
      let changes = Changes(folder.file(watched).broadcasterForChanges())
      try FileManager.default.removeItem(at: folder.file("inner"))
      try makeFolder("inner")
      #expect(try await changes.all().map { try $0.get() }.isEmpty)
      await hasNoWatch()
    }

    @Test func `ends when its folder was replaced before its changes are delivered`() async throws {
      let file = folder.file("inner/file")
      try makeFolder("inner")
      let (gate, isBlocked, reports) = (DispatchSemaphore(value: 0), EventState(false), Attempts())
      let changes = Changes(file.broadcasterForChanges()) { _ in
        guard reports.next() == 1 else { return }
        isBlocked.change { $0 = true }
        gate.wait()
      }
      try Data([2]).write(to: file)
      await isBlocked.wait(for: "the first change") { $0 }
      try FileManager.default.removeItem(at: folder.file("inner"))
      try makeFolder("inner", with: [3])
      gate.signal()
      #expect(try await changes.all().last?.get() == FileChange(.disappeared, of: file))
    }

    @Test func `fails if there is no folder`() async throws {
      await hasNoWatch()
      let nowhere = folder.file("nowhere").appending(component: "file")
      let (changes, failure) = await Changes(nowhere.broadcasterForChanges()).outcome()
      #expect(changes.isEmpty)
      #expect(failure == FileError(.system(.ENOENT), url: nowhere, operation: .watch))
      #expect(watches == 0)
    }

    @Test func `reports an unknown change after too many changes`() async throws {
      let limitFile = URL(filePath: "/proc/sys/fs/inotify/max_queued_events")
      let text = try #require(try? String(contentsOf: limitFile, encoding: .utf8))
      let limit = try #require(Int(text.dropLast()))
      let (gate, reports) = (DispatchSemaphore(value: 0), Attempts())
      let unknown = FileChange(.unknown, of: folder.url)
      let hasDropped = EventState(false)
      let changes = Changes(folder.url.broadcasterForChanges()) { update in
        if reports.next() == 1 { gate.wait() }
        if (try? update.get()) == unknown { hasDropped.change { $0 = true } }
      }
      // Watched before the flood, so that it receives the report of dropped events.
      let other = ScratchFolder()
      let others = Changes(other.url.broadcasterForChanges())
      // Two files in turn, because the system joins equal consecutive events.
      let handles = try ["one", "two"].map { name in
        try Data().write(to: folder.file(name))
        return try FileHandle(forWritingTo: folder.file(name))
      }
      for _ in 0...(limit + 5_000) { for handle in handles { try handle.write(contentsOf: Data([1])) } }
      gate.signal()
      await hasDropped.wait(for: "the change \(unknown)") { $0 }
      changes.invalidate()
      try await drain(other, others)
    }

    /// Waits until all events of a flood were delivered. Another one could displace an event of the next test.
    ///
    /// After a dropped event of a file, the change "unknown" follows, which must be delivered, too.
    private func drain(_ folder: ScratchFolder, _ changes: Changes) async throws {
      @Sendable func has(_ change: FileChange, after count: Int, in updates: [Result<FileChange, FileError>]) -> Bool {
        updates.dropFirst(count).contains { (try? $0.get()) == change }
      }
      for number in 1... {
        let (file, count) = (folder.file("\(number)"), changes.updates.count)
        try Data().write(to: file)
        let appeared = FileChange(.appeared, of: file)
        let unknown = FileChange(.unknown, of: folder.url)
        await changes.wait(for: "the change \(appeared) or \(unknown)") { updates, _ in
          has(appeared, after: count, in: updates) || has(unknown, after: count, in: updates)
        }
        if has(appeared, after: count, in: changes.updates) { return }
      }
    }

    private func link(_ name: String, to target: String) throws {
      try FileManager.default.createSymbolicLink(atPath: folder.file(name).path, withDestinationPath: target)
    }

    private func makeFolder(_ name: String, with content: [UInt8]? = [1], at file: String = "file") throws {
      try FileManager.default.createDirectory(at: folder.file(name), withIntermediateDirectories: false)
      if let content { try Data(content).write(to: folder.file(name).appending(component: file)) }
    }

    /// Replaces a link by another, as `mv -T` does.
    private func replaceLink(_ name: String, with target: String) throws {
      try link("new link", to: target)
      #expect(unsafe rename(folder.file("new link").path, folder.file(name).path) == 0)
    }

    @Test func `reports changes of the target of a link`() async throws {
      try makeFolder("elsewhere", at: "target")
      let target = folder.file("elsewhere").appending(component: "target")
      try link("link", to: "elsewhere/target")
      try FileManager.default.createSymbolicLink(at: file, withDestinationURL: folder.file("link"))
      let changes = Changes(file.broadcasterForChanges())
      append(Data([2]), to: target)
      await follow(changes, until: .modified)
      try Data([3]).write(to: target, options: .atomic)
      await follow(changes, until: .appeared)
      try FileManager.default.removeItem(at: target)
      let seen = await follow(changes, until: .disappeared)
      #expect(seen.allSatisfy { $0.url == file })
    }

    @Test func `reports a replaced link on the path to the file, as Kubernetes has for volumes`() async throws {
      try makeFolder("..2024_1")
      try link("..data", to: "..2024_1")
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "..data/file")
      let changes = Changes(file.broadcasterForChanges())
      var count = 0
      for version in 2...4 {
        try makeFolder("..2024_\(version)")
        try replaceLink("..data", with: "..2024_\(version)")
        try FileManager.default.removeItem(at: folder.file("..2024_\(version - 1)"))
        await follow(changes, until: .appeared, after: count)
        count = changes.updates.count
        append(Data([2]), to: folder.file("..2024_\(version)").appending(component: "file"))
        await follow(changes, until: .modified, after: count)
        count = changes.updates.count
      }
      try FileManager.default.removeItem(at: folder.file("..data"))
      await follow(changes, until: .disappeared, after: count)
    }

    @Test func `reports when the target of a dangling link appears`() async throws {
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "nowhere/file")
      let changes = Changes(file.broadcasterForChanges())
      try makeFolder("somewhere")
      try replaceLink("file", with: "somewhere/file")
      await follow(changes, until: .appeared)
      append(Data([2]), to: folder.file("somewhere").appending(component: "file"))
      await follow(changes, until: .modified)
    }

    @Test func `continues in the folder of a replaced link`() async throws {
      for version in 1...2 { try makeFolder("release-\(version)", with: nil) }
      try link("current", to: "release-1")
      let current = folder.file("current")
      let changes = Changes(current.broadcasterForChanges())
      try replaceLink("current", with: "release-2")
      await follow(changes, until: .unknown, of: current)
      try FileManager.default.removeItem(at: folder.file("release-1"))
      try Data([1]).write(to: folder.file("release-2").appending(component: "file"))
      await follow(changes, until: .appeared, of: current.appending(component: "file"))
    }

    @Test func `a link to itself is watched as a name`() async throws {
      try FileManager.default.createSymbolicLink(atPath: file.path, withDestinationPath: "file")
      let changes = Changes(file.broadcasterForChanges())
      try Data([1]).write(to: folder.file("whole"))
      #expect(unsafe rename(folder.file("whole").path, file.path) == 0)
      await follow(changes, until: .appeared)
    }

    @Test func `a file disappears with a folder above it, and may appear again`() async throws {
      try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
      let file = folder.file("a/b/c.txt")
      try Data([1]).write(to: file)
      let changes = Changes(file.broadcasterForChanges())
      try FileManager.default.moveItem(at: folder.file("a"), to: folder.file("old"))
      await follow(changes, until: .disappeared, of: file)
      let count = changes.updates.count
      append(Data([2]), to: folder.file("old/b/c.txt"))
      try FileManager.default.createDirectory(at: folder.file("a/b"), withIntermediateDirectories: true)
      try Data([1]).write(to: file)
      await follow(changes, until: .appeared, of: file, after: count)
      #expect(
        !changes.updates.dropFirst(count).prefix { (try? $0.get().kind) != .appeared }
          .contains { (try? $0.get().kind) == .modified })
    }

    @Test func `starts and stops any number of times`() async throws {
      let broadcaster = file.broadcasterForChanges()
      for _ in 0..<2_000 { Changes(broadcaster).invalidate() }
      try Data([1]).write(to: file)
      let changes = Changes(broadcaster)
      try FileManager.default.removeItem(at: file)
      #expect(await follow(changes, until: .disappeared).map(\.kind) == [.disappeared])
      let many = (0..<300).map { Changes(folder.file("\($0)").broadcasterForChanges()) }
      #expect(many.allSatisfy { $0.updates.isEmpty })
      try Data([1]).write(to: folder.file("299"))
      await follow(many[299], until: .appeared, of: folder.file("299"))
      #expect(many[0].updates.isEmpty)
    }

    @Test func `a name that is not UTF-8 is an unknown change`() async throws {
      let changes = Changes(folder.url.broadcasterForChanges())
      let path = Array(folder.url.path.utf8) + Array("/caf".utf8) + [0xE9, 0]
      let descriptor = unsafe path.withUnsafeBytes {
        unsafe creat($0.baseAddress!.assumingMemoryBound(to: CChar.self), 0o600)
      }
      #expect(descriptor >= 0)
      close(descriptor)
      let seen = await follow(changes, until: .unknown, of: folder.url)
      #expect(seen.allSatisfy { $0.kind == .unknown })
    }
  }
#endif
