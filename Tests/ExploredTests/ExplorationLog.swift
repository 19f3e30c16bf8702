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
  }

  extension Event {
    /// Which other events the contracts compare its time with.
    var order: EventOrder {
      switch self {
      case .sending: .observes("joined", "finished")
      case .sent: .signals("sent")
      case .finishing: .observes("sent")
      case .finished: .signals("finished")
      case .joining: .observes("sent")
      case .joined(let subscriber): EventOrder(signals: ["joined"], observes: ["calls \(subscriber)"])
      case .calls(let subscriber, _), .ends(let subscriber):
        EventOrder(signals: ["calls \(subscriber)"], observes: ["calls \(subscriber)", "left \(subscriber)"])
      case .returns(let subscriber):
        EventOrder(signals: ["calls \(subscriber)"], observes: ["calls \(subscriber)"])
      case .leaving: EventOrder()
      case .left(let subscriber): .signals("left \(subscriber)")
      case .starts, .started, .stops, .stopped: EventOrder(signals: ["hooks"], observes: ["hooks"])
      }
    }
  }

  /// The events of one schedule, in the order in which they happened: one thread runs at a time.
  final class ExplorationLog: Sendable {
    private let recorded = Mutex([Event]())

    func record(_ event: Event) {
      ControlledThread.current?.note("\(event)", order: event.order)
      recorded.withLock { $0.append(event) }
    }

    var events: [Event] { recorded.withLock { $0 } }

    func index(of event: Event) -> Int? {
      events.firstIndex(of: event)
    }

    /// What the subscriber was called with.
    func updates(of subscriber: Int) -> [Int] {
      events.compactMap { if case .calls(subscriber, let update) = $0 { update } else { nil } }
    }
  }

  /// A point inside the code of a user: another thread may go on while this runs.
  func userCode() {
    ControlledThread.current?.announce("is in user code", order: EventOrder())
  }
#endif
