import DequeModule
import FHJSON
import FHJSONRPC
import FHPeers

/// The events of a session that a recording contains in addition to frames.
extension Session {
    /// Ends the session after a failure of its input or output.
    package func failConnection() {
        host.tape?.hear(TapeLine.failed(number))
        handleRest()
        end(status: 1)
    }

    /// Resumes writing, because the output accepts bytes again.
    package func noteWritable() {
        host.tape?.hear(TapeLine.writable(number))
        outbox.flush()
    }

    /// Returns the message; in a replay, returns the recorded error if the message is the stand-in for an invalid
    /// frame.
    func asRecorded(_ message: Incoming) -> Incoming {
        guard !input.unreadable.isEmpty, case .invalid(let error, _) = message, error.code == .parseError else {
            return message
        }
        return input.unreadable.popFirst() ?? message
    }

    /// Stores the recorded error for an invalid frame.
    ///
    /// The recording does not contain the frame, so the session receives a stand-in, and answers it with the error.
    package func noteUnreadable(_ message: Incoming) { input.unreadable.append(message) }

    /// Records the point at which a long frame has been parsed.
    ///
    /// A replay waits at the recorded point until the frame is parsed.
    func noteRead(_ tape: any Tape) {
        guard let longFrame = input.longFrame, !input.mayTakeLongFrame else { return }
        tape.gate()
        if tape.isReplay {
            guard tape.next("read", where: { $0["read"]?.intValue == number }) != nil else { return }
            input.mayTakeLongFrame = tape.wait(for: "a long frame", until: { longFrame.isRead })
        } else if longFrame.isRead {
            tape.note("read", number)
            input.mayTakeLongFrame = true
        }
    }
}
