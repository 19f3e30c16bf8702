import TransferSide

/// The sizes and numbers of the transferred files.
struct TransferSizes {
  var file: Int64 = 1 << 30
  /// The size of the file that is downloaded to a slow disk. It is larger than the bar for memory.
  var slowFile: Int64 = 256 << 20
  var smallFile: Int64 = 16 << 10
  var smallFileCount = 1_000

  static let quick = TransferSizes(file: 16 << 20, slowFile: 96 << 20, smallFileCount: 20)

  /// The size of the server's file, which is also read. All other files are prefixes of it.
  var source: Int64 { max(file, slowFile) }

  /// The maximum size of all files in the folder at the same time.
  var room: Int64 { 2 * source + Int64(smallFileCount) * smallFile + (64 << 20) }
}

/// A row that measures a chore.
struct TransferRow {
  let name: String
  let chore: Chore
  /// The largest accepted ratio for each header of a reference.
  let bars: [String: Double]
  /// The largest accepted peak of memory, in MiB.
  let peakBar: Double?

  init(_ name: String, _ chore: Chore, bars: [String: Double] = [:], peak: Double? = nil) {
    (self.name, self.chore, self.bars, peakBar) = (name, chore, bars, peak)
  }
}

/// Rows that take turns, and are compared with each other.
struct TransferTable {
  let title: String
  /// The number of rounds, or nil for the default.
  var rounds: Int?
  /// The headers of the ratios, each with the name of the row that the others are compared with.
  var references: [(header: String, row: String)] = []
  var rows: [TransferRow]

  static func all(_ sizes: TransferSizes, from server: ServerProcess) -> [TransferTable] {
    [downloads(sizes, server), slowDisk(sizes, server), manyFiles(sizes, server), reads(sizes, server)]
  }

  /// The accepted peak of memory of a process that downloads or reads, in MiB.
  private static let peak = 64.0

  /// Without ranges, only the connection limits the data that Foundation has received but not delivered.
  private static let peakWithoutRanges = 96.0

  private static func downloads(_ sizes: TransferSizes, _ server: ServerProcess) -> TransferTable {
    func chore(_ kind: Chore.Kind, ranges: Bool = false) -> Chore {
      server.download(kind, sizes.file, ranges: ranges)
    }
    func task(_ hash: Chore.HashFunction? = nil, ranges: Bool = true) -> Chore {
      var chore = chore(.publishedTask, ranges: ranges)
      chore.hash = hash
      return chore
    }
    var curlToNowhere = chore(.curl)
    curlToNowhere.destination = ""
    var downloadTask = chore(.downloadTask)
    downloadTask.hasTemporaryFolderBeside = false
    return TransferTable(
      title: "download of \(sizes.file >> 20) MiB",
      references: [("× curl", "curl -o"), ("× downloadTask", "URLSession.downloadTask")],
      rows: [
        TransferRow("curl -o /dev/null", curlToNowhere),
        TransferRow("curl -o", chore(.curl)),
        TransferRow("URLSession.downloadTask", downloadTask),
        TransferRow("…, temporary folder beside", chore(.downloadTask)),
        TransferRow("publishedTask(downloading:)", task(), bars: ["× curl": 2, "× downloadTask": 0.7], peak: peak),
        TransferRow("and a digest", task(.byteSum), peak: peak),
        TransferRow("server without ranges", task(ranges: false), peak: peakWithoutRanges),
      ])
  }

  private static func slowDisk(_ sizes: TransferSizes, _ server: ServerProcess) -> TransferTable {
    func task(ranges: Bool = true) -> Chore {
      var chore = server.download(.publishedTask, sizes.slowFile, ranges: ranges)
      chore.hash = .slow
      return chore
    }
    return TransferTable(
      title: "download of \(sizes.slowFile >> 20) MiB to a slow disk",
      rounds: 1,
      rows: [
        TransferRow("server with ranges", task(), peak: peak),
        TransferRow("server without ranges", task(ranges: false), peak: peakWithoutRanges),
      ])
  }

  private static func manyFiles(_ sizes: TransferSizes, _ server: ServerProcess) -> TransferTable {
    func chore(_ kind: Chore.Kind) -> Chore {
      var chore = server.download(kind, sizes.smallFile, ranges: true)
      chore.count = sizes.smallFileCount
      return chore
    }
    let curl = "curl --parallel --parallel-max 8"
    return TransferTable(
      title: "\(sizes.smallFileCount) files of \(sizes.smallFile >> 10) KiB, 8 at a time",
      references: [("× curl", curl)],
      rows: [
        TransferRow(curl, chore(.curl)),
        TransferRow("URLSession.downloadTask, 8 at a time", chore(.downloadTask)),
        TransferRow("publishedTask(downloading:), 8 at a time", chore(.publishedTask)),
        TransferRow("Downloader, 8 at a time", chore(.downloader)),
      ])
  }

  private static func reads(_ sizes: TransferSizes, _ server: ServerProcess) -> TransferTable {
    func chore(_ kind: Chore.Kind) -> Chore {
      var chore = Chore(kind)
      chore.source = server.source
      chore.byteCount = sizes.source
      return chore
    }
    let floor = "pread, 256 KiB into one buffer"
    return TransferTable(
      title: "read of \(sizes.source >> 20) MiB",
      references: [("× pread", floor)],
      rows: [
        TransferRow(floor, chore(.preadLoop)),
        TransferRow("chunks().broadcaster()", chore(.chunksForSubscriber), bars: ["× pread": 1.11], peak: peak),
        TransferRow("for try await … in chunks()", chore(.chunksInLoop), peak: peak),
        TransferRow("Data(contentsOf:)", chore(.dataContentsOf)),
        TransferRow("publishedTask(reading: .data)", chore(.readData)),
        TransferRow("publishedTask(reading: .digest)", chore(.digest), peak: peak),
      ])
  }
}
