import TidingsCore

extension Contract<PublisherSubject> {
  /// The contracts about locks and waiting threads. If one is broken, a call does not return, which the trial reports.
  static var blockingContracts: [Contract] {
    [
      Contract(.p7, "a call inside a delivery did not return") { fixture in
        let leaving = fixture.listen(Notes())
        fixture.attach { update in
          guard update == 1 else { return }
          fixture.listen(Notes())
          fixture.send(2)
          fixture.invalidate(leaving)
        }
        fixture.send(1)
      },

      Contract(.p7, "a call inside the handler of the end did not return", for: \.ends) { fixture in
        let leaving = fixture.listen(Notes())
        fixture.attach(
          { _ in },
          ended: {
            fixture.listen(Notes())
            fixture.send(2)
            fixture.invalidate(leaving)
          })
        fixture.end()
      },

      Contract(.p7, "a thread waited for the subscriber of another", isConcurrent: true) { fixture in
        fixture.attach(runningOnOtherThread: {
          let other = fixture.listen(Notes())
          fixture.send(2)
          fixture.invalidate(other)
        })
        fixture.send(1)
      },

      Contract(.p7, "a call from the release of a closure did not return") { fixture in
        fixture.listen(Notes())
        fixture.attach { [last = Subscription { fixture.send(2) }] _ in withExtendedLifetime(last) {} }
        fixture.send(1)
      },
    ]
  }
}
