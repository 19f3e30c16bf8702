import TransferSide

/// The sizes and numbers of the files that are transferred.
struct TransferSizes {
  var file: Int64 = 1 << 30
  /// The size of the file that is downloaded to a slow disk. Without a limit, all of it would be in memory.
  var slowFile: Int64 = 256 << 20
  var smallFile: Int64 = 16 << 10
  var smallFileCount = 1_000

  static let quick = TransferSizes(file: 16 << 20, slowFile: 96 << 20, smallFileCount: 20)

  /// The size of the file that the server has and that is read. All others are its beginning.
  var source: Int64 { max(file, slowFile) }

  /// The size of all files that are in the folder at the same time, at most.
  var room: Int64 { 2 * source + Int64(smallFileCount) * smallFile + (64 << 20) }
}

/// One thing that is measured.
struct TransferRow {
  let name: String
  let chore: Chore
  /// The largest ratio that is good enough, by the header of the reference.
  let bars: [String: Double]
  /// In MiB.
  let peakBar: Double?

  init(_ name: String, _ chore: Chore, bars: [String: Double] = [:], peak: Double? = nil) {
    (self.name, self.chore, self.bars, peakBar) = (name, chore, bars, peak)
  }
}

/// Rows that are measured in turns, and compared with each other.
struct TransferTable {
  let title: String
  /// Nil for as many as usual.
  var rounds: Int?
  /// The headers of ratios, with the names of the rows that others are compared with.
  var references: [(header: String, row: String)] = []
  var rows: [TransferRow]

  static func all(_ sizes: TransferSizes, from server: ServerProcess) -> [TransferTable] {
    [downloads(sizes, server), slowDisk(sizes, server), manyFiles(sizes, server), reads(sizes, server)]
  }

  /// The memory that a download or a reading may need, in MiB, with what the process needs anyway.
  private static let peak = 64.0

  /// Without ranges the data that Foundation has received and not yet handed over is bounded only by the connection.
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
