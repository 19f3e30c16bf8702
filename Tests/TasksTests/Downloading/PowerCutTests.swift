#if os(Linux)
  import TestSupport
  import Testing
  import TidingsTasks

  /// After a power cut, a download resumes only from bytes that have reached the disk.
  @Suite(
    .timeLimit(.minutes(10)), .enabled(if: PowerCutDisk.isPossible, "Only the superuser can cut the power of a disk"))
  struct PowerCutTests {
    private let server = FaultServer()
    private let file = ServedFile(byteCount: 512 << 10)

    private func transfer() -> TransferRequest { server.transfer(range: 32 << 10, resumes: true) }

    /// Downloads a part, makes the system write some of it out of order, and cuts the power. Then downloads the
    /// complete file.
    private func resumeAfterCut(random: inout SplitMix64) async throws {
      let disk = try PowerCutDisk(byteCount: 16 << 20)
      let destination = disk.url.appending(component: "file")
      let stop = Int64.random(in: 1..<file.byteCount, using: &random)
      server.serve(file, [.always(.stall(at: stop))])
      do {
        let transport = URLSession(configuration: .ephemeral)
        defer { transport.invalidateAndCancel() }
        let download = Recording(
          transport.publishedTask(downloading: transfer(), to: destination))
        await server.wait { $0.stalled > 0 }
        let partial = disk.url.appending(component: ".file.partial")
        let start = Int64.random(in: 0..<stop, using: &random) & ~4095
        try disk.writeBack(partial, start..<start + 64 << 10)
        download.invalidate()
        // The descriptor is closed at the end of the run.
        await eventually("the end of the run") { ProcessFootprint.files(in: disk.url) == 0 }
      }
      try await disk.cutPower()
      server.serve(file)
      let transport = URLSession(configuration: .ephemeral)
      defer { transport.invalidateAndCancel() }
      let again = Recording(transport.publishedTask(downloading: transfer(), to: destination))
      _ = try await again.result.get()
      #expect(try Data(contentsOf: destination) == file.bytes, "stopped at \(stop)")
    }

    @Test(arguments: 1...3)
    func `the file has the server's bytes after a power cut`(series: UInt64) async throws {
      var random = SplitMix64(seed: SplitMix64.seed &+ series)
      for _ in 0..<4 { try await resumeAfterCut(random: &random) }
    }
  }
#endif
