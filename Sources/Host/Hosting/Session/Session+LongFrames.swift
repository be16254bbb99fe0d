import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers

/// Frames that are parsed on another thread.
extension Session {
    /// Starts to parse a frame on another thread.
    func read(_ bytes: LongFrameBytes) {
        input.longFrame = LongFrame(bytes, on: host.longFrames.reader, decode: MessageDecoder.decode) {
            [loop = host.loop, tape = host.tape] in
            // Wakes the host, which resumes its sessions.
            loop.post {}
            tape?.wake()
        }
        input.mayTakeLongFrame = host.tape == nil
    }

    /// Handles a hang-up of the client.
    ///
    /// Received input is still handled, except a long frame that is incomplete or not parsed.
    ///
    /// If the client hangs up within a long frame, the session stops reading and ends in a separate turn, because many
    /// such ends in one turn would delay other sessions.
    package func noteHangUp() {
        input.end.insert(.hungUp)
        guard input.order.isInSlices, isLeaving else { return endIfLeft() }
        host.turns.wait(Leaving(self))
        transport?.gateChanged()
    }

    /// True if the client has hung up and its long frame is incomplete or not parsed.
    var isLeaving: Bool { input.end.contains(.hungUp) && input.longByteCount > 0 }

    /// Ends the session if ``isLeaving``.
    func endIfLeft() {
        if isLeaving { failConnection() }
    }

    /// Frees the long frame of the session without handling it.
    func dropLongFrame() {
        host.longFrames.spareMemory.note(input.longByteCount)
        input.longFrame.take()?.drop()
        let bytes = input.decoder.takeUnfinished()
        // The bytes are freed on the thread that parses long frames, because that takes a long time.
        if bytes.byteCount > 0 { host.longFrames.reader.perform { withExtendedLifetime(bytes) {} } }
        host.longFrames.shares.update(self)
    }

    /// Ends the session, because its long frame makes no progress and other sessions wait for memory.
    func failStalledFrame() {
        let reason =
            "nothing has come for \(host.limits.drainMs) ms of a frame of which \(input.longByteCount) bytes are there, "
            + "and others wait to send theirs; send it again, without a pause"
        outbox.send { $0.error(RPCError(.busy, reason), id: .null, to: &$1) }
        end(status: 1)
    }
}

/// The pending end of a session whose client has hung up.
private final class Leaving: InputPeer {
    private weak let session: Session?

    init(_ session: Session) { self.session = session }

    package func goOn() {
        if let session, !session.hasEnded { session.endIfLeft() }
    }
}
