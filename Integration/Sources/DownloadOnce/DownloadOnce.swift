public import Crypto
import Foundation
public import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension SHA256: IncrementalHash {}

/// Downloads a file, or resumes the download of an earlier run. The tests kill it.
///
///     download-once URL FILE --sha256 DIGEST
@main
enum DownloadOnce {
  static func main() async {
    do {
      let (request, file) = try arguments(CommandLine.arguments.dropFirst())
      let downloaded = try await URLSession.shared.publishedTask(downloading: request, to: file).value
      print("\(downloaded.byteCount) bytes")
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  private static func arguments(_ words: some Collection<String>) throws -> (TransferRequest, URL) {
    var words = words[...]
    guard let url = words.popFirst().flatMap({ URL(string: $0) }), let path = words.popFirst() else { throw Usage() }
    var request = TransferRequest(url)
    request.isResumable = true
    request.resourceName = url.path()
    while let option = words.popFirst() {
      switch (option, words.popFirst()) {
      case ("--sha256", let digest?): request.expectedDigest = ExpectedDigest(SHA256.self, hexadecimal: digest)
      default: throw Usage()
      }
    }
    guard request.expectedDigest != nil else { throw Usage() }
    return (request, URL(filePath: path))
  }

  private struct Usage: Error, CustomStringConvertible {
    var description: String { "download-once URL FILE --sha256 DIGEST" }
  }
}
