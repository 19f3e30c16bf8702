#if canImport(Combine)
  public import Combine
  public import TidingsCore

  extension Combine.Publisher where Output: Sendable {
    /// What this Combine publisher comes to: its last value when it finishes, or its failure.
    ///
    ///     let image = loader.imagePublisher(for: url).publishedTask()
    ///
    /// For publishers that send one value, as `Future` and `URLSession.DataTaskPublisher`; for the first of many write
    /// `first().publishedTask()`. It is subscribed to with the first subscriber, once for all, and cancelled when the
    /// last one leaves before the result. A publisher that finishes without a value ends the task without a result.
    public func publishedTask() -> PublishedTask<Never, Output, Failure> {
      let upstream = CombineUpstream(last())
      return PublishedTask(start: { run in
        upstream.attach {
          run.succeed($0)
          return true
        } complete: { failure in
          if let failure { run.fail(failure) }
        }
      })
    }
  }
#endif
