package import Foundation
package import Tidings

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One file to fetch.
package struct Item: Sendable {
  /// What the user calls it: the address.
  package let address: String
  /// Where the file goes.
  package let file: URL
  /// The SHA-256 digest the file must have, if it is known.
  package let expectedDigest: String?
  /// The download.
  package let task: TransferTask<DownloadedFile>

  package init(
    address: String, file: URL, expectedDigest: String? = nil, task: TransferTask<DownloadedFile>
  ) {
    self.address = address
    self.file = file
    self.expectedDigest = expectedDigest
    self.task = task
  }

  /// A download of an address, or, if it is none, the failure that says so.
  package init(downloading address: String, to file: URL, expectedDigest: String? = nil) {
    let task: TransferTask<DownloadedFile> =
      if let url = URL(string: address) {
        URLSession.shared.publishedTask(downloading: URLRequest(url: url), to: file)
      } else {
        .failure(TransferError.unsupportedURL(address))
      }
    self.init(address: address, file: file, expectedDigest: expectedDigest, task: task)
  }

  /// The name the file has in its folder, by which lines of progress go.
  package var name: String { file.lastPathComponent }
}
