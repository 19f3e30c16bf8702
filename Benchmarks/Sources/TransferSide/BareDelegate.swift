import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The least that a program must do to download without a `downloadTask`: write what comes in the callback.
final class BareDelegate: NSObject, URLSessionDataDelegate {
  private let file: CInt
  private let end: CheckedContinuation<Void, any Error>
  private let failure = Mutex<POSIXError?>(nil)

  init(writingTo path: String, end: CheckedContinuation<Void, any Error>) {
    file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    self.end = end
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    unsafe data.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = unsafe write(file, bytes.baseAddress! + written, bytes.count - written)
        guard count > 0 else { return failure.withLock { $0 = POSIXError(.EIO) } }
        written += count
      }
    }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    close(file)
    let failure = failure.withLock { $0 }
    if let error = error ?? failure { end.resume(throwing: error) } else { end.resume() }
  }
}
