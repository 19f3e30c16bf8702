package import Foundation
package import Tidings

/// A file to download.
package struct Item: Sendable {
  /// The URL as the user has written it.
  package let address: String
  /// The destination of the download.
  package let file: URL
  /// The download, which succeeds with the number of bytes in the file.
  package let task: TransferTask<Int64>

  package init(address: String, file: URL, task: TransferTask<Int64>) {
    self.address = address
    self.file = file
    self.task = task
  }

  /// A download of a URL. If the address is not a valid URL, the task fails.
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

  /// The name of the file in its folder, with which its line of progress begins.
  package var name: String { file.lastPathComponent }
}

extension [Item] {
  /// Removes the partial files of unfinished downloads.
  package func discardUnfinished() async {
    for item in self {
      // A file that cannot be removed fails the next download with an error.
      try? await UnfinishedDownload(file: item.file, url: nil, byteCount: 0).discard()
    }
  }
}
