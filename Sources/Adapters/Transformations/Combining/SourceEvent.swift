public import TidingsCore

/// What comes in from one of several publishers of one type, which are told apart by their places.
@usableFromInline
enum SourceEvent<Update: Sendable>: Sendable {
  case update(Update, of: Int)
  case ended(Int)
}

extension OperatorInputs {
  /// Subscribes to several, the first first.
  @inlinable
  func connect<Source: Publisher>(all sources: [Source]) where Input == SourceEvent<Source.Update> {
    for (place, source) in sources.enumerated() { connect(source, at: place) }
  }

  /// Subscribes to one of several.
  @inlinable
  @discardableResult
  func connect<Source: Publisher>(_ source: Source, at place: Int) -> Upstreams.Key
  where Input == SourceEvent<Source.Update> {
    connect(source, ended: .ended(place)) { .update($0, of: place) }
  }
}

/// What comes in from one of two publishers.
@usableFromInline
enum EitherEvent<First: Sendable, Second: Sendable>: Sendable {
  case first(First)
  case second(Second)
  case firstEnded
  case secondEnded
}
