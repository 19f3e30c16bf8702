#if os(Linux)
  import TestSupport
  import Testing
  import TidingsTasks

  /// A disk with an ext4 file system in a file behind a loop device, whose power can be cut.
  ///
  /// Only the superuser can create one.
  final class PowerCutDisk: Sendable {
    let url: URL
    private let image: URL
    private let scratch: ScratchFolder

    static let isPossible: Bool = {
      guard geteuid() == 0, let disk = try? PowerCutDisk(byteCount: 8 << 20) else { return false }
      return (try? disk.shutDown()) != nil
    }()

    init(byteCount: Int) throws {
      scratch = ScratchFolder()
      image = scratch.file("image")
      url = scratch.file("mounted")
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
      try Data().write(to: image)
      guard unsafe truncate(image.path, byteCount) == 0 else { throw POSIXError.last }
      try Program.run("mkfs.ext4", "-q", "-E", "lazy_itable_init=0,lazy_journal_init=0", image.path)
      try mount()
    }

    deinit {
      try? Program.run("umount", "--lazy", url.path)
    }

    /// Drops all data that has not reached the disk or its journal, and mounts the file system again, as a reboot does.
    func cutPower() async throws {
      try shutDown()
      // A process that another test is starting may have inherited the descriptors for a moment.
      await eventually("the disk to be free") { (try? Program.run("umount", url.path)) != nil }
      try mount()
    }

    private func shutDown() throws {
      let folder = unsafe open(url.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
      guard folder >= 0 else { throw POSIXError.last }
      // EXT4_IOC_SHUTDOWN with EXT4_GOING_FLAGS_NOLOGFLUSH, with which xfstests simulates a power cut.
      var flags: UInt32 = 2
      let result = unsafe ioctl(folder, UInt(0x8004_587D), &flags)
      let error = POSIXError.last
      close(folder)
      guard result == 0 else { throw error }
    }

    /// Writes some bytes of a file to the disk, as the system does when memory is short, and their place to the
    /// journal.
    func writeBack(_ file: URL, _ range: Range<Int64>) throws {
      let descriptor = unsafe open(file.path, O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError.last }
      defer { close(descriptor) }
      // The system writes pages that are marked as unneeded.
      let error = posix_fadvise(descriptor, off_t(range.lowerBound), off_t(range.count), CInt(POSIX_FADV_DONTNEED))
      guard error == 0 else { throw POSIXError(POSIXErrorCode(rawValue: error) ?? .EIO) }
      // All files share one journal, so this writes it.
      let other = unsafe open(url.appending(component: "other").path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      guard other >= 0 else { throw POSIXError.last }
      defer { close(other) }
      guard unsafe write(other, "x", 1) == 1, fsync(other) == 0 else { throw POSIXError.last }
    }

    private func mount() throws {
      try Program.run("mount", "-o", "loop", image.path, url.path)
    }
  }
#endif
