/// A library that calls subscribers on the sending thread.
///
/// Each loop exists once. The loops are inlinable, so that each side's module has a copy that is specialised for its
/// library. They are public, because the compiler does not specialise inlinable code of package access.
public protocol Sending: SendableMetatype {
  associatedtype Source: Sendable
  associatedtype Token

  static func makeSource() -> Source
  static func send(_ update: Int, through source: Source)

  /// Adds a subscriber that sends the sum of update and offset to the sink.
  static func subscribe(to source: Source, _ sink: Sink, _ offset: Int) -> Token

  /// Adds a subscriber that several threads may call at the same time.
  static func subscribeConcurrently(to source: Source, _ sink: Sink) -> Token

  /// Removes the subscriber. If the token is an object, it is passed to ``keep(_:)`` first.
  static func leave(_ token: Token, _ source: Source)
}

extension Sending {
  /// Returns the setup of the rows that need only sources and subscribers.
  @inlinable
  public static func sendingRows(_ row: Row) -> Preparation? {
    switch row {
    case .send(let subscribers): { send(to: subscribers, $0) }
    case .sendAfterLeaving(let subscribers, let start, let end, let step):
      { send(to: subscribers, without: stride(from: start, to: end, by: step), $0) }
    case .sendFromTwoThreads: { sendFromTwoThreads($0) }
    case .subscribeInvalidate(let others): { subscribeAndLeave(others: others, $0) }
    case .churn: { churn($0) }
    case .replaceOldest(let others): { replaceOldest(of: others, $0) }
    case .subscribe: { subscribe($0) }
    default: nil
    }
  }

  /// Returns a loop that sends the numbers from 0, each once, and keeps an object alive.
  @inlinable
  public static func sending(_ source: Source, keeping kept: Any) -> Batch {
    var next = 0
    return { operations in
      let updates = next..<next + operations
      for update in updates { send(update, through: source) }
      next = updates.upperBound
      withExtendedLifetime(kept) {}
    }
  }

  /// Returns a loop that sends each number through two sources.
  @inlinable
  public static func sending(_ first: Source, _ second: Source, keeping kept: Any) -> Batch {
    { operations in
      for update in 0..<operations {
        send(update, through: first)
        send(update, through: second)
      }
      withExtendedLifetime(kept) {}
    }
  }

  @inlinable
  static func send(to subscribers: Int, without leavers: StrideTo<Int>? = nil, _ sink: Sink) -> Batch {
    let source = makeSource()
    let tokens = (0..<subscribers).map { subscribe(to: source, sink, $0) }
    if let leavers { for leaver in leavers { leave(tokens[leaver], source) } }
    return sending(source, keeping: tokens)
  }

  @inlinable
  static func sendFromTwoThreads(_ sink: Sink) -> Batch {
    let source = makeSource()
    let token = subscribeConcurrently(to: source, sink)
    return { operations in
      for _ in 0..<operations {
        onTwoThreads(count: Row.updatesOfOneThread, deliveries: 1, sink: sink) { send($0, through: source) }
      }
      withExtendedLifetime(token) {}
    }
  }

  @inlinable
  static func subscribeAndLeave(others: Int, _ sink: Sink) -> Batch {
    let source = makeSource()
    let tokens = (0..<others).map { subscribe(to: source, sink, $0) }
    return { operations in
      for offset in 0..<operations {
        leave(subscribe(to: source, sink, offset), source)
      }
      withExtendedLifetime(tokens) {}
    }
  }

  @inlinable
  static func churn(_ sink: Sink) -> Batch {
    let source = makeSource()
    let token = subscribe(to: source, sink, 0)
    return { operations in
      for update in 0..<operations {
        onTwoThreads(count: Row.subscriptionsOfOneThread, deliveries: 0, sink: sink) { offset in
          leave(subscribe(to: source, sink, offset), source)
        }
        send(update, through: source)
      }
      withExtendedLifetime(token) {}
    }
  }

  @inlinable
  static func replaceOldest(of others: Int, _ sink: Sink) -> Batch {
    let source = makeSource()
    var tokens = (0..<others).map { subscribe(to: source, sink, $0) }
    var oldest = 0
    return { operations in
      for offset in 0..<operations {
        leave(tokens[oldest], source)
        tokens[oldest] = subscribe(to: source, sink, offset)
        oldest = oldest + 1 == others ? 0 : oldest + 1
      }
    }
  }

  @inlinable
  static func subscribe(_ sink: Sink) -> Batch {
    let source = makeSource()
    return keeping { subscribe(to: source, sink, $0) }
  }
}

/// A library that has properties, which call their observers on the thread that sets them.
public protocol Setting: SendableMetatype {
  associatedtype Property: Sendable

  /// Makes a property whose value is -1.
  static func makeProperty() -> Property
  static func set(_ value: Int, of property: Property)

  /// Adds an observer, and returns the object that keeps it.
  static func observe(_ property: Property, _ sink: Sink) -> Any

  /// Adds an observer that several threads may call at the same time.
  static func observeConcurrently(_ property: Property, _ sink: Sink) -> Any
}

extension Setting {
  /// Returns the setup of the rows that need only a property and its observers.
  @inlinable
  public static func settingRows(_ row: Row) -> Preparation? {
    switch row {
    case .setChanged(let observers): { setChanged(observers: observers, $0) }
    case .setEqual: { setEqual($0) }
    case .setFromTwoThreads: { setFromTwoThreads($0) }
    default: nil
    }
  }

  /// Returns a loop that sets the numbers from 0, each once, and keeps an object alive.
  @inlinable
  public static func setting(_ property: Property, keeping kept: Any) -> Batch {
    var next = 0
    return { operations in
      let values = next..<next + operations
      for value in values { set(value, of: property) }
      next = values.upperBound
      withExtendedLifetime(kept) {}
    }
  }

  @inlinable
  static func setChanged(observers: Int, _ sink: Sink) -> Batch {
    let property = makeProperty()
    return setting(property, keeping: (0..<observers).map { _ in observe(property, sink) })
  }

  @inlinable
  static func setEqual(_ sink: Sink) -> Batch {
    let property = makeProperty()
    let token = observe(property, sink)
    return { operations in
      for _ in 0..<operations { set(-1, of: property) }
      withExtendedLifetime(token) {}
    }
  }

  @inlinable
  static func setFromTwoThreads(_ sink: Sink) -> Batch {
    let property = makeProperty()
    let token = observeConcurrently(property, sink)
    return { operations in
      for _ in 0..<operations {
        onTwoThreads(count: Row.updatesOfOneThread, deliveries: 1, sink: sink) { set($0, of: property) }
      }
      withExtendedLifetime(token) {}
    }
  }
}
