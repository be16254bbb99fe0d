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

    /// Returns the message itself.
    ///
    /// In a replay, returns the recorded error for an invalid frame that the message replaces.
    func asRecorded(_ message: Incoming) -> Incoming {
        guard !input.unreadable.isEmpty, case .invalid(let error, _) = message, error.code == .parseError else {
            return message
        }
        return input.unreadable.popFirst() ?? message
    }

    /// Makes the session answer a frame with the recorded error.
    ///
    /// The recording does not contain the content of the frame.
    package func noteUnreadable(_ message: Incoming) { input.unreadable.append(message) }

    /// Records that a long frame has been parsed.
    ///
    /// In a replay, waits for the frame at the same point.
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
