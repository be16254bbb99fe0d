import DequeModule
import JSON
import JSONRPC

/// What a recording holds of a session beside its frames.
extension Session {
    /// Says that the input can't be read any more, or that nobody reads the output.
    func failConnection() {
        host.tape?.hear(TapeLine.failed(number))
        handleRest()
        end(status: 1)
    }

    /// Says that the output takes something again.
    func noteWritable() {
        host.tape?.hear(TapeLine.writable(number))
        outbox.flush()
    }

    /// A message, or what was answered to the one that it stands for in a replay.
    func asRecorded(_ message: Incoming) -> Incoming {
        guard !unreadable.isEmpty, case .invalid(let error, _) = message, error.code == .parseError else {
            return message
        }
        return unreadable.popFirst() ?? message
    }

    /// Notes that a long frame has been read, or waits for it where it had been.
    func noteRead(_ tape: any Tape) {
        guard let longFrame, !mayTakeLongFrame else { return }
        tape.gate()
        if tape.isReplay {
            guard tape.next("read", where: { $0["read"]?.intValue == number }) != nil else { return }
            mayTakeLongFrame = tape.wait(for: "a long frame", until: { longFrame.isRead })
        } else if longFrame.isRead {
            tape.note("read", number)
            mayTakeLongFrame = true
        }
    }
}
