#if TIDINGS_EXPLORED_THREADS
  import Synchronization
  import ThreadExplorer

  /// What happened in one schedule, as a user's code saw it.
  enum Event: Equatable, Sendable {
    case sending(Int)
    case sent(Int)
    case finishing
    case finished
    case joining(Int)
    case joined(Int)
    case calls(Int, Int)
    case returns(Int)
    case leaving(Int)
    case left(Int)
    case ends(Int)
    case starts
    case started
    case stops
    case stopped
    /// The subscription is being ended from inside, as an operator does.
    case ending(Int)
    case ended(Int)
    /// A handler of the end is added to the subscription, and has run.
    case adding(handler: Int, Int)
    case added(handler: Int, Int)
    case runs(handler: Int)
    /// There was no room for the update.
    case drops(Int)
    /// The closure of the subscriber has been let go.
    case letsGo(Int)
    /// A promise that is seen to be broken while it happens.
    case breach(String)
  }

  extension Event {
    /// Which other events the contracts compare its time with.
    ///
    /// - Parameter comparesCalls: Whether the time of a call is compared with what concerns other subscribers.
    func order(comparesCalls: Bool) -> EventOrder {
      let anyCall = comparesCalls ? ["call"] : []
      return switch self {
      case .sending: .observes("joined", "finished")
      case .sent: .signals("sent")
      case .finishing: .observes("sent")
      case .finished: .signals("finished")
      case .joining: EventOrder(observes: ["sent", "joined"] + anyCall)
      case .joined(let subscriber): EventOrder(signals: ["joined"], observes: ["calls \(subscriber)"])
      case .calls(let subscriber, _):
        EventOrder(
          signals: ["calls \(subscriber)"] + anyCall,
          observes: ["calls \(subscriber)", "left \(subscriber)"] + anyCall)
      case .letsGo(let subscriber):
        EventOrder(
          signals: ["calls \(subscriber)"], observes: ["calls \(subscriber)", "left \(subscriber)"] + anyCall)
      case .returns(let subscriber):
        EventOrder(signals: ["calls \(subscriber)"], observes: ["calls \(subscriber)"])
      case .leaving: EventOrder()
      case .left(let subscriber): EventOrder(signals: ["left \(subscriber)"], observes: anyCall)
      case .adding(_, let subscriber): .observes("left \(subscriber)")
      case .ending, .breach: EventOrder()
      case .ends(let subscriber), .ended(let subscriber), .added(_, let subscriber):
        EventOrder(signals: ["calls \(subscriber)"], observes: ["calls \(subscriber)", "left \(subscriber)"])
      case .runs, .drops: .everything
      case .starts, .started, .stops, .stopped: EventOrder(signals: ["hooks"], observes: ["hooks"])
      }
    }
  }

  /// The events of one schedule, in the order in which they happened: one thread runs at a time.
  final class ExplorationLog: Sendable {
    private let recorded = Mutex([(event: Event, thread: ThreadNumber?)]())
    private let comparesCalls: Bool

    /// - Parameter comparesCalls: Whether contracts compare the time of a call with what concerns other subscribers. Where
    ///   none does, more orders count as the same.
    init(comparesCalls: Bool = false) {
      self.comparesCalls = comparesCalls
    }

    func record(_ event: Event) {
      ControlledThread.current?.note("\(event)", order: event.order(comparesCalls: comparesCalls))
      let thread = ThreadNumber.current
      recorded.withLock { $0.append((event, thread)) }
    }

    var events: [Event] { recorded.withLock { $0.map(\.event) } }

    /// The events that happened on the thread, in order.
    func events(on thread: ThreadNumber?) -> [Event] {
      recorded.withLock { $0.filter { $0.thread == thread }.map(\.event) }
    }

    /// The first breach that was seen as it happened.
    var breach: String? {
      for case .breach(let message) in events { return message }
      return nil
    }

    func index(of event: Event) -> Int? {
      events.firstIndex(of: event)
    }

    /// What the subscriber was called with.
    func updates(of subscriber: Int) -> [Int] {
      events.compactMap { if case .calls(subscriber, let update) = $0 { update } else { nil } }
    }
  }

  /// A point inside the code of a user: another thread may go on while this runs.
  ///
  /// - Parameter log: Learns of a lock that is held meanwhile.
  func userCode(_ log: ExplorationLog? = nil) {
    if Control.holdsLock { log?.record(.breach("P7: code of a user runs under a lock")) }
    ControlledThread.current?.announce("is in user code", order: EventOrder())
  }
#endif
