import Fetching
import Foundation
import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Tour {
  /// A download that is cancelled halfway and resumed, from a server in this program.
  static func showDownload() async throws {
    title("A download is cancelled halfway, and resumes where it stopped.")
    let server = try await DemonstrationServer(
      files: [GeneratedFile(name: "tour.bin", byteCount: 2 << 20)], bytesPerSecond: 4 << 20)
    defer { server.stop() }
    let folder = FileManager.default.temporaryDirectory.appending(component: "tour-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard let address = server.files.first?.address, let url = URL(string: address) else { throw URLError(.badURL) }
    var request = TransferRequest(url)
    request.isResumable = true
    let download = URLSession.shared.publishedTask(downloading: request, to: folder.appending(component: "tour.bin"))

    // Progress in quarters. The first loop ends at half of the bytes, which cancels the download.
    let quarters =
      download
      .compactMap { if case .inProgress(let progress) = $0 { progress.fractionCompleted } else { nil } }
      .map { Int($0 * 4) * 25 }
      .removeDuplicates()
    for await percent in quarters.prefix(while: { $0 < 50 }, inclusive: true).values { print("  \(percent) %") }
    print("  Cancelled.")

    for await percent in quarters.values { print("  \(percent) %") }
    let file = try await download.value
    print("  The file has \(file.byteCount) bytes.")
  }
}
