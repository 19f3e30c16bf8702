#if canImport(Combine)
  public import Combine
  public import TidingsCore

  extension Combine.Publisher where Output: Sendable, Failure == Never {
    /// This Combine publisher as a broadcaster.
    ///
    ///     let taps = legacyView.tapPublisher.broadcaster()
    ///
    /// It is subscribed to once for all, with the first subscriber, and cancelled when the last one leaves; everything is
    /// demanded at once. Ends when it finishes. Values come where Combine sends them, unless `subscribe` says otherwise;
    /// when it sends from several threads at once, in the order of their arrival, one at a time.
    ///
    /// Combine's subjects, and some of its operators, hold a lock of their own while they deliver. So a thread that sends
    /// to a subject waits there while another one does, whatever Tidings promises.
    ///
    /// Subscribing happens on the thread of the first subscriber, so the closures of this publisher's operators must
    /// bear any thread, as Combine asks of them. In main-actor code of Swift 6 such closures belong to the main actor:
    /// then subscribe there.
    public func broadcaster() -> Broadcaster<Output> {
      let upstream = CombineUpstream(self)
      return Broadcaster { source in
        upstream.attach {
          source.send($0)
          return source.hasSubscribers
        } complete: { _ in
          source.finish()
        }
      }
    }
  }

  extension Combine.Publisher where Output: Sendable {
    /// This Combine publisher, which may fail, as a broadcaster of results.
    ///
    /// The failure is the last update, and the end follows. Otherwise as for a publisher that cannot fail.
    ///
    ///     prices.broadcaster().subscribe { show($0) } failure: { report($0) }
    public func broadcaster() -> Broadcaster<Result<Output, Failure>> {
      let upstream = CombineUpstream(self)
      return Broadcaster { source in
        upstream.attach {
          source.send(.success($0))
          return source.hasSubscribers
        } complete: { failure in
          if let failure { source.send(.failure(failure)) }
          source.finish()
        }
      }
    }
  }

  extension ObservableObject
  where ObjectWillChangePublisher.Output: Sendable, ObjectWillChangePublisher.Failure == Never {
    /// Updates *before* each change of this object: its properties still have their old values.
    ///
    /// So it is good for marking a view as out of date, and not for reading what is new; for that, follow a property
    /// with `$name.publishedValue()`. The object is not kept alive. Combine does not tell of its death, so this does not
    /// end.
    public func willChangeBroadcaster() -> Broadcaster<ObjectWillChangePublisher.Output> {
      objectWillChange.broadcaster()
    }
  }
#endif
