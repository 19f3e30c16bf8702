package import Foundation
package import Tidings

/// One file to fetch.
package struct Item: Sendable {
  /// What the user calls it: the address.
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
  ///   - digest: The digest that the file must have, if it is known.
  ///   - name: What the server calls the file, where its address differs from run to run.
  ///   - downloader: Decides when it is the file's turn, and goes on with what an earlier run has left of it.
  ///   - isResuming: Whether a file that is there already, with the right digest, need not be downloaded.
  package init(
    downloading address: String, to file: URL, digest: ExpectedDigest? = nil, named name: String? = nil,
    by downloader: Downloader, isResuming: Bool = false
  ) {
    guard let url = URL(string: address) else {
      self.init(address: address, file: file, task: .failure(TransferError(.unsupportedURL(address))))
      return
    }
    var request = TransferRequest(url)
    request.digest = digest
    request.resourceName = name
    request.retry = .standard
    let download = downloader.publishedTask(downloading: request, to: file).map(\.byteCount)
    let mayBeThere = isResuming && FileManager.default.fileExists(atPath: file.path)
    self.init(
      address: address, file: file, task: mayBeThere ? file.whole(digest: digest).catch { _ in download } : download)
  }

  /// The name the file has in its folder, by which lines of progress go.
  package var name: String { file.lastPathComponent }
}

extension [Item] {
  /// Removes what unfinished downloads have left.
  package func discardUnfinished() async {
    for item in self {
      // What cannot be removed is in the way of the next download, which says so.
      try? await UnfinishedDownload(file: item.file, url: nil, byteCount: 0).discard()
    }
  }
}

extension URL {
  /// Succeeds with the size of the file, if it has the digest.
  ///
  /// A download has its name only when it is whole, so that without a known digest there is nothing to compare.
  fileprivate func whole(digest: ExpectedDigest?) -> TransferTask<Int64> {
    sha256.tryMap { actual in
      if let digest, !actual.elementsEqual(digest.bytes) {
        throw TransferError(.unexpectedDigest(expected: hexadecimal(digest.bytes), actual: hexadecimal(actual)))
      }
      return Int64(try resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
    }
  }
}
