import FHJSON
import FHJSONRPC
import Logging

/// The maximum length of the frames that a host writes.
///
/// A reader with the same limit can read them.
enum WrittenFrame {
    /// The maximum length of a frame, in bytes.
    static let longest = FrameDecoder.defaultMaxFrameBytes

    /// Removes the bytes written since `start` if they are too long for a frame.
    ///
    /// - Returns: the number of removed bytes; nil if the frame is kept.
    static func takeBack(from start: Int, in json: inout JSONWriter) -> Int? {
        let length = json.count - start
        guard length > longest else { return nil }
        json.truncate(to: start)
        return length
    }

    /// The error for a frame of this length, as a phrase that follows the name of the frame, such as `the answer`.
    static func sentence(_ length: Int) -> String { "would have \(length) bytes, and a frame has at most \(longest)" }
}

extension RPCError {
    /// The error that replaces an answer that is too long.
    init(lengthOfAnswer length: Int) {
        self.init(.internalError, "the answer \(WrittenFrame.sentence(length))", retryable: false)
    }
}

extension Outbox {
    /// Sends the answer that `body` writes, or an error with this id if the answer is too long for a frame.
    func send(answerTo id: RequestID, _ body: (MessageEncoder, inout JSONWriter) -> Void) {
        send { encoder, writer in
            let start = writer.count
            body(encoder, &writer)
            if let length = WrittenFrame.takeBack(from: start, in: &writer) {
                encoder.error(RPCError(lengthOfAnswer: length), id: id, to: &writer)
            }
        }
    }

    /// Logs the frames that are too long to be sent.
    func logTooLong(by host: Host) {
        onTooLong = { [unowned host] length in
            host.log.error("a message is not sent: it \(WrittenFrame.sentence(length))")
        }
    }
}
