extension DownloadSchedule {
  var downloaderItems: [DownloaderItem] {
    ids(nil).compactMap { items[$0] }.map { item in
      var progress = item.progress
      if item.state != .running { progress.bytesPerSecond = 0 }
      return DownloaderItem(
        file: item.file, url: item.url, priority: item.priority, state: item.state, progress: progress)
    }
  }

  /// The progress of all downloads together. Records the fraction, which never decreases.
  mutating func progress() -> DownloaderProgress {
    var sum = DownloaderProgress()
    var fractions = 0.0
    for item in downloaderItems {
      switch item.state {
      case .waiting: sum.waiting += 1
      case .paused: sum.paused += 1
      case .running: sum.running += 1
      }
      sum.add(item.progress.transferredBytes, of: item.progress.expectedBytes)
      sum.bytesPerSecond += item.progress.bytesPerSecond
      fractions += item.progress.fractionCompleted ?? 0
    }
    let unfinished = current.count
    var count = unfinished
    for (byteCount, outcome) in ended.values {
      switch outcome {
      case .finished: sum.finished += 1
      case .failed, .cancelled: sum.failed += 1
      case .left: break
      }
      // A download that was cancelled or left is no longer wanted, so it is not a part of the whole.
      guard outcome == .finished || outcome == .failed else { continue }
      sum.add(byteCount, of: byteCount)
      fractions += 1
      count += 1
    }
    if count > 0 {
      let ofBytes = TransferProgress(transferredBytes: sum.transferredBytes, expectedBytes: sum.expectedBytes)
      let fraction = unfinished == 0 ? 1 : ofBytes.fractionCompleted ?? fractions / Double(count)
      furthestFraction = max(furthestFraction, fraction)
    }
    sum.fractionCompleted = furthestFraction
    return sum
  }
}

extension DownloaderProgress {
  fileprivate mutating func add(_ byteCount: Int64, of expected: Int64?) {
    transferredBytes += byteCount
    expectedBytes = expectedBytes.flatMap { sum in expected.map { sum + $0 } }
  }
}
