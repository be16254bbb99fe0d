import JSON
import JSONRPC
import Logging

/// The bound on the frames that a host writes: whoever reads as a host does can read them.
enum WrittenFrame {
    /// How many bytes a frame has at most.
    static let longest = FrameDecoder.defaultMaxFrameBytes

    /// Takes back what was written since `start` where that is too long for a frame.
    ///
    /// - Returns: how many bytes it had; nil where it stays.
    static func takeBack(from start: Int, in json: inout JSONWriter) -> Int? {
        let length = json.count - start
        guard length > longest else { return nil }
        json.truncate(to: start)
        return length
    }

    /// Says what is wrong with a frame of this length.
    static func sentence(_ length: Int) -> String { "would have \(length) bytes, and a frame has at most \(longest)" }
}

extension RPCError {
    /// The error in the place of an answer that is too long.
    init(lengthOfAnswer length: Int) {
        self.init(.internalError, "the answer \(WrittenFrame.sentence(length))", retryable: false)
    }
}

extension Outbox {
    /// Has the log tell of frames that are too long to be sent.
    func logTooLong(by host: Host) {
        onTooLong = { [unowned host] length in
            host.log.error("a message is not sent: it \(WrittenFrame.sentence(length))")
        }
    }
}
