/// What an ``Action`` does with an input that arrives while a run is under way.
public enum ActionOverlap: Sendable, Hashable {
  /// Refuses the input: for a button that is disabled while its work goes on.
  case refuse
  /// Runs one after the other, in the order of the inputs; their number is unbounded.
  case queue
  /// Cancels the run that is under way and starts another: for a search field.
  case restart
}
