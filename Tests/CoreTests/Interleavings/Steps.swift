import TidingsCore

extension HubModel {
  /// Performs a step; what comes after it is put on the thread's stack.
  mutating func perform(_ frame: Frame, on thread: Int) {
    switch frame {
    case .publish(let update, let run): publish(update, in: run, on: thread)
    case .finish(let run): finish(in: run, on: thread)
    case .complete(let result, let run): complete(with: result, in: run, on: thread)
    case .letGoOfStart: if rules.letsGoOfStart { history.holdsStart = false }

    case .deliver(let round): look(round, on: thread)
    case .claim(let seat, let item, let from): claim(seat, for: item, from: from, on: thread)
    case .call(let call): callOrReturn(call, on: thread)
    case .rest: rest(on: thread)
    case .drain(let inPool, let helped): drain(inPool: inPool, helped: helped, on: thread)
    case .release(let seats): release(seats, on: thread)
    case .run(let handlers): run(handlers, on: thread)

    case .reserve(let seat): reserve(thenDoing: .join(seat, readBefore: nil), on: thread)
    case .reserveIfUp(let seat): reserve(thenDoing: .joinIfUp(seat), on: thread)
    case .readValue(let seat): push(.join(seat, readBefore: hub.value), on: thread)
    case .join(let seat, let read): join(seat, readBefore: read, on: thread)
    case .joinIfUp(let seat): joinIfUp(seat, on: thread)
    case .initial(let seat, let first): deliverInitial(first, to: seat, on: thread)
    case .settle(let seat, let inPool, let helped): settle(seat, inPool: inPool, helped: helped, on: thread)

    case .invalidate(let seat): giveUp(seat, on: thread)
    case .leave(let seat): leave(seat, on: thread)
    case .end(let seat): end(seat, on: thread)
    case .removeAllSubscribers: removeAllSubscribers(on: thread)
    case .addHandler(let handler, let seat): addHandler(handler, to: seat, on: thread)

    case .set(let value, let run): set(value, in: run, on: thread)
    case .beginWrite(let change, let run): beginWrite(change, in: run, on: thread)
    case .commitWrite(let change, let run, let current, let version):
      commitWrite(change, in: run, to: current, version: version, on: thread)

    case .enterHooks: follow(inSection(on: thread) { $0.enterHooks(&$1) }, on: thread)
    case .start(let run): callStart(run, on: thread)
    case .started(let run): startReturned(run, on: thread)
    case .stop(let run): callStop(run, on: thread)
    case .stopped: stopReturned(on: thread)
    case .retire(let run): retire(run, on: thread)

    case .torn(let step): inSection(on: thread) { $0.perform(step, &$1) }
    case .script, .inside, .settled, .upstream: break
    }
  }

  /// Goes on to where the thread does next what others could notice.
  mutating func skipLocalSteps(of thread: Int) {
    while let top = threads[thread].stack.last {
      switch top {
      case .script(let script):
        threads[thread].stack.removeLast()
        guard script.next < script.calls.count else { continue }
        var rest = script
        rest.next += 1
        push(.script(rest), on: thread)
        make(script.calls[script.next], in: script.run, on: thread)
      case .inside(let call):
        threads[thread].stack.removeLast()
        checkReturn(from: call, on: thread)
      case .deliver(let round) where isOver(round):
        threads[thread].stack.removeLast()
      case .release(let seats) where seats.isEmpty:
        threads[thread].stack.removeLast()
      case .run(let handlers) where handlers.isEmpty:
        threads[thread].stack.removeLast()
      case .settled(let seats):
        threads[thread].stack.removeLast()
        checkReleased(seats)
      default:
        return
      }
    }
  }

  private func isOver(_ round: Round) -> Bool {
    guard round.next < round.seats.count else { return true }
    return round.item == .end && ids[round.seats[round.next]] > round.lastID
  }

  /// Enters a public function of the library.
  mutating func make(_ call: Call, in run: RunID, on thread: Int) {
    func enter(_ kind: PublicCall.Kind, _ frame: Frame) {
      push(.inside(PublicCall(kind: kind)), on: thread)
      push(frame, on: thread)
    }
    switch call {
    case .publish(let update): enter(.publish, .publish(update, run))
    case .finish: enter(.finish, .finish(run))
    case .complete(let result): enter(.complete, .complete(result, run))
    case .set(let value): enter(.write, .set(value, run))
    case .replace(let value): enter(.write, .beginWrite(.set(value), run))
    case .add(let amount): enter(.write, .beginWrite(.add(amount), run))
    case .subscribe(let seat):
      guard history.subscribers[seat].standing == .outside else { return }
      let joinsAfterStart = rules.joinsAfterStart ?? source.joinsAfterStart
      let join = rules.readsBeforeJoining ? Frame.readValue(seat) : .join(seat, readBefore: nil)
      enter(.subscribe(seat), joinsAfterStart ? .reserve(seat) : join)
    case .subscribeIfUp(let seat):
      guard history.subscribers[seat].standing == .outside else { return }
      enter(.subscribe(seat), .reserveIfUp(seat))
    case .invalidate(let seat):
      // There is no token where the subscriber was turned away.
      guard history.subscribers[seat].standing != .outside else { return }
      enter(.invalidate(seat), .invalidate(seat))
    case .end(let seat): enter(.end(seat), .end(seat))
    case .removeAllSubscribers: enter(.removeAllSubscribers, .removeAllSubscribers)
    case .whenEnded(let handler, let seat):
      guard history.subscribers[seat].standing != .outside else { return }
      enter(.whenEnded, .addHandler(handler, seat: seat))
    case .upstream(let call):
      push(.upstream(.enter(call, run)), on: thread)
    case .spawn(let calls):
      threads.append(Thread(stack: [.script(Script(calls: calls, run: run))]))
      skipLocalSteps(of: threads.count - 1)
    }
  }
}
