import Foundation

/// A run of curl, which downloads the same as the rows that are compared with it.
struct Curl {
  let arguments: [String]
  /// Whether curl tells itself how long it took; otherwise its whole run counts.
  let tellsTime: Bool
  let result: DownloadedResult?

  /// Nil where there is none.
  static let executable: URL? = {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { URL(filePath: "\($0)/curl") }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  private static let usual = ["-q", "--silent", "--show-error", "--no-progress-meter", "--fail", "--noproxy", "*"]

  /// - Parameter destination: Nil for nowhere.
  static func file(from address: String, to destination: String?, _ byteCount: Int64) -> Curl {
    Curl(
      arguments: usual + ["--output", destination ?? "/dev/null", "--write-out", "%{time_total}", address],
      tellsTime: true, result: destination.map { .file($0, byteCount) })
  }

  static func files(_ count: Int, of byteCount: Int64, from address: String, to folder: String) -> Curl {
    Curl(
      arguments: usual + [
        "--parallel", "--parallel-max", "8", "--output", "\(folder)/#1", "\(address)/[0-\(count - 1)]",
      ],
      tellsTime: false, result: .files(count, folder, byteCount))
  }
}
