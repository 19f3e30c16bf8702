import TransferSide

extension Contest {
  /// - Parameter folder: Where files may be put.
  static func all(_ sizes: TransferSizes, from server: ServerProcess) -> [Contest] {
    [
      download(sizes, from: server),
      slowDisk(sizes, from: server),
      cancel(sizes, in: server.folder),
      manyFiles(sizes, from: server),
      read(sizes, server.source),
    ]
  }

  /// What a download or a reading may need of memory, in MiB, with what the process needs anyway.
  private static let peakBar = 64.0

  /// Where the server has no ranges, and so nothing bounds what Foundation has received and not yet handed over but
  /// that the connection is made to wait.
  private static let peakBarWithoutRanges = 96.0

  private static func download(_ sizes: TransferSizes, from server: ServerProcess) -> Contest {
    let toFile = "curl -o"
    let downloadTask = "URLSession.downloadTask"
    func task(hash: Chore.HashFunction? = nil, segments: Int = 1, ranges: Bool = true) -> Chore {
      Chore(.download) {
        $0.address = server.address(sizes.file, ranges: ranges)
        $0.source = server.source
        $0.destination = server.destination
        $0.byteCount = sizes.file
        $0.segments = segments
        $0.hash = hash
      }
    }
    func foundation(_ kind: Chore.Kind, temporaryFolderBeside: Bool = true) -> Chore {
      Chore(kind) {
        $0.hasTemporaryFolderBeside = temporaryFolderBeside
        $0.address = server.address(sizes.file, ranges: false)
        $0.destination = server.destination
        $0.byteCount = sizes.file
      }
    }
    return Contest(
      title: "download of \(TransferSizes.describe(sizes.file))",
      references: [Reference(header: "× curl", row: toFile), Reference(header: "× downloadTask", row: downloadTask)],
      rows: [
        TransferRow("curl -o /dev/null", .file(from: server.address(sizes.file, ranges: false), to: nil, sizes.file)),
        TransferRow(toFile, .file(from: server.address(sizes.file, ranges: false), to: server.destination, sizes.file)),
        TransferRow(downloadTask, foundation(.downloadTask, temporaryFolderBeside: false)),
        TransferRow("…, temporary folder beside", foundation(.downloadTask)),
        TransferRow("URLSession, delegate that writes", foundation(.bareDelegate)),
        TransferRow(
          "publishedTask(downloading:)", task(), bars: ["× curl": 2, "× downloadTask": 0.7], peak: peakBar),
        TransferRow("and a digest, sum of bytes", task(hash: .byteSum), peak: peakBar),
        TransferRow("and a digest, FNV-1a", task(hash: .fnv1a), peak: peakBar),
        TransferRow("2 segments", task(segments: 2), peak: peakBar),
        // So many windows may be in memory, which whoever asks for segments chooses.
        TransferRow("4 segments", task(segments: 4)),
        TransferRow("server without ranges", task(ranges: false), peak: peakBarWithoutRanges),
      ])
  }

  private static func slowDisk(_ sizes: TransferSizes, from server: ServerProcess) -> Contest {
    func task(segments: Int = 1, ranges: Bool = true) -> Chore {
      Chore(.download) {
        $0.address = server.address(sizes.slowFile, ranges: ranges)
        $0.source = server.source
        $0.destination = server.destination
        $0.byteCount = sizes.slowFile
        $0.segments = segments
        $0.hash = .slow
      }
    }
    return Contest(
      title: "download of \(TransferSizes.describe(sizes.slowFile)) to a slow disk",
      rounds: 1,
      rows: [
        TransferRow("server with ranges", task(), peak: peakBar),
        TransferRow("server with ranges, 4 segments", task(segments: 4)),
        TransferRow("server without ranges", task(ranges: false), peak: peakBarWithoutRanges),
      ])
  }

  private static func cancel(_ sizes: TransferSizes, in folder: String) -> Contest {
    func row(_ name: String, _ kind: Chore.Kind, _ path: String) -> TransferRow {
      let chore = Chore(kind) {
        $0.address = path
        $0.destination = "\(folder)/cancelled"
        $0.count = sizes.cancelCount
      }
      return TransferRow(name, chore, median: 50)
    }
    return Contest(
      title: "from invalidate() at full speed", unit: .milliseconds, rounds: 1,
      rows: [
        row("until the server sees it", .cancelUntilClosed, "ranges"),
        row("until the next download has begun", .cancelUntilNext, "ranges"),
        row("until a server without ranges sees it", .cancelUntilClosed, "plain"),
        row("until the next download from that has begun", .cancelUntilNext, "plain"),
      ])
  }

  private static func manyFiles(_ sizes: TransferSizes, from server: ServerProcess) -> Contest {
    let parallel = "curl --parallel --parallel-max 8"
    let address = server.address(sizes.smallFile, ranges: true)
    func chore(_ kind: Chore.Kind) -> Chore {
      Chore(kind) {
        $0.address = address
        $0.destination = server.destination
        $0.byteCount = sizes.smallFile
        $0.count = sizes.smallFileCount
      }
    }
    return Contest(
      title: "\(sizes.smallFileCount) files of \(TransferSizes.describe(sizes.smallFile)), 8 at once",
      references: [Reference(header: "× curl", row: parallel)],
      rows: [
        TransferRow(parallel, .files(sizes.smallFileCount, of: sizes.smallFile, from: address, to: server.destination)),
        TransferRow("URLSession.downloadTask, 8 at once", chore(.manyDownloadTasks)),
        TransferRow("publishedTask(downloading:), 8 at once", chore(.manyDownloads)),
        TransferRow("Downloader, 8 at once", chore(.manyByDownloader)),
      ])
  }

  private static func read(_ sizes: TransferSizes, _ source: String) -> Contest {
    let floor = "pread, 256 KiB into one buffer"
    func chore(_ kind: Chore.Kind, hash: Chore.HashFunction? = nil) -> Chore {
      Chore(kind) {
        $0.source = source
        $0.byteCount = sizes.source
        $0.hash = hash
      }
    }
    return Contest(
      title: "read of \(TransferSizes.describe(sizes.source))",
      references: [Reference(header: "× pread", row: floor)],
      rows: [
        TransferRow(floor, chore(.preadLoop)),
        TransferRow("chunks().broadcaster()", chore(.chunksForSubscriber), bars: ["× pread": 1.11], peak: peakBar),
        TransferRow("for try await … in chunks()", chore(.chunksInLoop), peak: peakBar),
        TransferRow("Data(contentsOf:)", chore(.dataContentsOf)),
        TransferRow("publishedTask(reading: .data)", chore(.readData)),
        TransferRow("…(reading: .digest), sum of bytes", chore(.digest, hash: .byteSum), peak: peakBar),
        TransferRow("…(reading: .digest), FNV-1a", chore(.digest, hash: .fnv1a), peak: peakBar),
      ])
  }
}
