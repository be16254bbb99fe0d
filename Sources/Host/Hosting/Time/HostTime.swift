import FHEventLoop

/// The real time of a host, recorded and replayed by the tape.
///
/// Belongs to the core thread.
package final class HostTime {
    private let loop: PollLoop
    private let tape: (any Tape)?
    /// The timers of a replay that have not fired.
    private var replayed: [Int: () -> Void] = [:]
    private var count = 0

    init(_ loop: PollLoop, _ tape: (any Tape)?) {
        self.loop = loop
        self.tape = tape
    }

    /// The current time in milliseconds since an arbitrary start.
    var now: Int { tape?.now { [loop] in loop.now } ?? loop.now }

    /// Calls `body` once after a delay in milliseconds, unless the timer is cancelled.
    @discardableResult
    func schedule(afterMilliseconds milliseconds: Int, _ body: @escaping () -> Void) -> HostTimer {
        count += 1
        let number = count
        // The turn is recorded, so that the timer gets the same number in a replay.
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

    /// Fires a timer of a replay.
    ///
    /// Returns false if there is no timer with this number.
    package func fire(_ number: Int) -> Bool {
        guard let body = replayed.removeValue(forKey: number) else { return false }
        body()
        return true
    }

    fileprivate func forget(_ number: Int) { replayed[number] = nil }
}

struct HostTimer {
    fileprivate let token: TimerToken?
    fileprivate let number: Int
    fileprivate let time: HostTime

    /// Cancels the timer.
    ///
    /// After the timer has fired, this has no effect.
    func cancel() {
        if let token { token.cancel() } else { time.forget(number) }
    }
}
