package import Foundation
package import Tidings

/// One file to fetch.
package struct Item: Sendable {
  /// The name for the user: the URL.
  package let address: String
  /// Where the file goes.
  package let file: URL
  /// The download, which succeeds with the number of bytes in the file.
  package let task: TransferTask<Int64>

  package init(address: String, file: URL, task: TransferTask<Int64>) {
    self.address = address
    self.file = file
    self.task = task
  }

  /// A download of an address, or, if it is none, the failure that says so.
  ///
  /// - Parameters:
  ///   - name: The name of the file on the server, if its URL differs between runs.
  ///   - downloader: Schedules the download, and resumes the bytes of an earlier run.
  ///   - isResuming: Whether to skip the download of a file that exists. A download moves a file into place only when it
  ///     is complete.
  package init(
    downloading address: String, to file: URL, named name: String? = nil, by downloader: Downloader,
    isResuming: Bool = false
  ) {
    guard let url = URL(string: address) else {
      self.init(address: address, file: file, task: .failure(TransferError(.unsupportedURL(address))))
      return
    }
    var request = TransferRequest(url)
    request.resourceName = name
    request.retryPolicy = .standard
    let download = downloader.publishedTask(downloading: request, to: file).map(\.byteCount)
    let existing = isResuming ? try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize : nil
    self.init(address: address, file: file, task: existing.map { .success(Int64($0)) } ?? download)
  }

  /// The name the file has in its folder, by which lines of progress go.
  package var name: String { file.lastPathComponent }
}

extension [Item] {
  /// Removes what unfinished downloads have left.
  package func discardUnfinished() async {
    for item in self {
      // A file that cannot be removed fails the next download with an error.
      try? await UnfinishedDownload(file: item.file, url: nil, byteCount: 0).discard()
    }
  }
}
