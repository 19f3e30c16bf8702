/// The fault of a hand-made publisher.
enum Fault: Sendable, CaseIterable {
  case deliversAfterInvalidate
  case keepsDroppedTokens
  case callsInvalidatedInTheSameDelivery
  case keepsClosure
  case disturbsOthersAtSubscription
  case removesTheNextToo
  case skipsTheNextOfALeaving
  case deliversAtSubscription
  case entersRunningClosure
  case callsFromTwoThreads
  case callsInReverseOrder
  case deliversOthersUpdatesWhereIdle
  case deliversNestedToLaterFirst
  case joinsTheCurrentDelivery
  case losesUpdatesOfOtherThreads
  case losesUpdatesOfOtherThreadsForLater
  case losesSimultaneousSubscriptions
  case diesWithItsLastSubscriber
  case deliversOnAThreadOfItsOwn
  case helpsWithoutBound
  case holdsLock
  case holdsRecursiveLock
  case holdsLockAtTheEnd
  case tellsNoEnd
  case tellsTheEndToTheFirst
  case forgetsEndedClosure
  case forgetsEndedClosureOfLate
  case servesOneSubscriberInTurn
  case deliversAfterEnd
  case tellsNoEndToLate
  case endOvertakesUpdates
  case endOfOtherThreadsOvertakesUpdates

  case startsWithoutValue
  case deliversFirstValueLate
  case deliversEqualValues
  case comparesWithDelivered
  case storesValueAtDelivery
}
