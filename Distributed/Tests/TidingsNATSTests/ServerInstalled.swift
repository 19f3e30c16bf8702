import NATSServer
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips tests where the server is not installed.
  static var serverInstalled: Self { .enabled(if: NATSServer.program != nil, Comment(rawValue: NATSServer.absence)) }
}
