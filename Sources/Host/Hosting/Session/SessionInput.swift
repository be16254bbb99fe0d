import DequeModule
import FHJSONRPC
import FHPeers

/// The order in which the messages of a session are handled.
enum InputOrder {
    /// Each message is handled when it arrives. With `inSlices`, long input is handled in several turns.
    case concurrent(inSlices: Bool)
    /// Each message waits for the answer to the previous one. The reason is either that the input is a file, which is
    /// not read ahead, or that time is virtual. In virtual time, the output must not depend on the speed of the input.
    case sequential(isFile: Bool)

    var isSequential: Bool { if case .sequential = self { true } else { false } }
    var isFile: Bool { if case .sequential(isFile: true) = self { true } else { false } }
    var isInSlices: Bool { if case .concurrent(inSlices: true) = self { true } else { false } }
}

/// Messages that were read before they could be handled, in the order of their handling.
///
/// A message waits for the answer to an earlier message, or for a slow reader.
struct HeldMessages {
    private var messages: Deque<Incoming> = []
    /// The approximate number of bytes of these messages.
    private(set) var byteCount = 0
    /// True if the first message has to wait for a slow reader.
    private(set) var isHeldUp = false

    var count: Int { messages.count }

    mutating func append(_ message: Incoming, byteCount: Int) {
        messages.append(message)
        self.byteCount += byteCount
    }

    /// Puts back a message that has to wait for a slow reader.
    mutating func holdUp(_ message: Incoming) {
        isHeldUp = true
        messages.prepend(message)
    }

    mutating func letPass() { isHeldUp = false }

    mutating func popFirst() -> Incoming? {
        let message = messages.popFirst()
        if messages.isEmpty { byteCount = 0 }
        return message
    }
}

/// The input of a session: its bytes, the messages that are held back, and the events that have ended it.
///
/// This is a class, because a transport writes into the decoder while other members are read. Isolated to the core
/// thread.
final class SessionInput {
    /// The events that end an input.
    ///
    /// Several of them can occur, in any order.
    struct End: OptionSet {
        let rawValue: Int
        /// All bytes have been received.
        static let ofBytes = End(rawValue: 1)
        /// The client has hung up, and does not read any answer.
        static let hungUp = End(rawValue: 2)
        /// A signal was received.
        ///
        /// No more input is read, but complete messages are handled.
        static let stopped = End(rawValue: 4)
    }

    /// The input that remained when the handling stopped.
    ///
    /// This is stored when the handling stops, because a thread that parses a long frame may open the gate at any time,
    /// and wakes the host only once.
    enum Rest {
        /// No input remains, and further input is handled when it arrives.
        case none
        /// No frame remains. Messages that are held back, and further input, wait until the gate opens.
        case gate
        /// Received input may remain.
        case unread
    }

    let order: InputOrder
    var decoder: FrameDecoder
    var held = HeldMessages()
    var turn = InputTurn()
    var rest = Rest.none
    var end: End = []
    /// The frame that is being parsed on another thread.
    ///
    /// Later frames wait for it.
    var longFrame: LongFrame<Incoming>?
    /// True if the long frame can be handled once it is parsed.
    ///
    /// With a tape, ``Session/noteRead(_:)`` sets this.
    var mayTakeLongFrame = true
    /// The recorded errors for unreadable frames.
    ///
    /// A recording does not contain the content of such frames.
    var unreadable: Deque<Incoming> = []
    /// The recorder of the input; nil without a recording.
    var notes: (any InputRecorder)?

    init(_ order: InputOrder, maxFrameBytes: Int) {
        self.order = order
        decoder = FrameDecoder(maxFrameBytes: maxFrameBytes)
    }

    /// True if a long frame is being parsed, or if its message may not be handled yet.
    var isParsing: Bool { longFrame.map { !mayTakeLongFrame || !$0.isRead } ?? false }

    /// The number of received bytes of a long frame; 0 if there is none.
    var longByteCount: Int { decoder.unfinishedByteCount + (longFrame?.byteCount ?? 0) }
}
