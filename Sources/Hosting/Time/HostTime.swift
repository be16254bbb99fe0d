import EventLoop

/// The machine's time for all that a host does: a recording notes it, and a replay moves it.
///
/// Belongs to the core thread.
final class HostTime {
    private let loop: PollLoop
    private let tape: (any Tape)?
    /// What a replay has still to fire.
    private var replayed: [Int: () -> Void] = [:]
    private var count = 0

    init(_ loop: PollLoop, _ tape: (any Tape)?) {
        self.loop = loop
        self.tape = tape
    }

    /// Milliseconds, from a zero that means nothing.
    var now: Int { tape?.now { [loop] in loop.now } ?? loop.now }

    /// Calls back once, so many milliseconds from now or later, unless the timer is cancelled.
    @discardableResult
    func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping () -> Void) -> HostTimer {
        count += 1
        let number = count
        // Its number must be the same where this is played again.
        tape?.noteTurn()
        guard let tape else {
            return HostTimer(token: loop.schedule(afterMilliseconds: milliseconds, body), number: number, time: self)
        }
        if tape.isReplay {
            replayed[number] = body
            return HostTimer(token: nil, number: number, time: self)
        }
        let token = loop.schedule(afterMilliseconds: milliseconds) {
            tape.hear(TapeLine.timer(number))
            body()
        }
        return HostTimer(token: token, number: number, time: self)
    }

    /// Fires a timer of a replay; false where there is none of this number.
    func fire(_ number: Int) -> Bool {
        guard let body = replayed.removeValue(forKey: number) else { return false }
        body()
        return true
    }

    fileprivate func forget(_ number: Int) { replayed[number] = nil }
}

/// A timer that can be cancelled.
struct HostTimer {
    fileprivate let token: TimerToken?
    fileprivate let number: Int
    fileprivate let time: HostTime

    /// Takes the timer back; does nothing when it has fired.
    func cancel() {
        if let token { token.cancel() } else { time.forget(number) }
    }
}
