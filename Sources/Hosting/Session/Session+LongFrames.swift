import EventLoop
import JSON
import JSONRPC

/// Frames that are read on another thread.
extension Session {
    /// The length of its long frame, as far as it has come or as long as it is read; 0 where there is none.
    var longByteCount: Int { unfinishedByteCount + (longFrame?.byteCount ?? 0) }

    /// Begins to read a frame on another thread.
    func read(_ bytes: LongFrameBytes) {
        longFrame = LongFrame(bytes, on: host.frameReader, decode: MessageDecoder.decode) {
            [loop = host.loop, tape = host.tape] in
            // Wakes the host, which asks its sessions whether they can go on.
            loop.post {}
            tape?.wake()
        }
        mayTakeLongFrame = host.tape == nil
    }

    /// Says that the front end is gone: what it has sent is handled, unless that would take long.
    func noteHangUp() {
        isHungUp = true
        endIfLeft()
    }

    /// Ends where the front end is gone and a long frame of it is still to come or to be read.
    func endIfLeft() {
        if isHungUp, longByteCount > 0 { failConnection() }
    }

    /// Lets go of its long frame, which nobody wants any more.
    func dropLongFrame() {
        host.spareMemory.note(longByteCount)
        longFrame.take()?.drop()
        let bytes = takeUnfinished()
        // They are let go there, since that takes long.
        if bytes.byteCount > 0 { host.frameReader.perform { withExtendedLifetime(bytes) {} } }
        host.longFrames.update(self)
    }

    /// Ends, since its long frame makes no headway and others wait for its share of memory.
    func failStalledFrame() {
        let reason =
            "nothing has come for \(host.limits.drainMs) ms of a frame of which \(longByteCount) bytes are there, "
            + "and others wait to send theirs; send it again, without a pause"
        outbox.send { $0.error(RPCError(.busy, reason), id: .null, to: &$1) }
        end(status: 1)
    }
}
