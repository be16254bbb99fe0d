import DequeModule
import FHJSONRPC
import FHPeers

/// The order in which the messages of a session are handled.
enum InputOrder {
    /// Each is handled when it arrives; `inSlices` if much input is handled in several turns.
    case concurrent(inSlices: Bool)
    /// Each waits for the answer to the one before, since the input is a file, which is not read ahead, or since time
    /// is virtual: the output must then not depend on the speed of the input.
    case sequential(isFile: Bool)

    var isSequential: Bool { if case .sequential = self { true } else { false } }
    var isFile: Bool { if case .sequential(isFile: true) = self { true } else { false } }
    var isInSlices: Bool { if case .concurrent(inSlices: true) = self { true } else { false } }
}

/// Messages that were read while waiting for an answer from the client, and that are handled in order later.
struct HeldMessages {
    private var messages: Deque<Incoming> = []
    /// The approximate number of bytes of these messages.
    private(set) var byteCount = 0
    /// True if the first one has to wait for a slow reader.
    private(set) var isHeldUp = false

    var count: Int { messages.count }

    mutating func append(_ message: Incoming, byteCount: Int) {
        messages.append(message)
        self.byteCount += byteCount
    }

    /// Puts a message back that has to wait for a slow reader.
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

/// The input of a session: its bytes, what is held back of it, and how it has ended.
///
/// A class, since a transport writes into the decoder while other members are read. Isolated to the core thread.
final class SessionInput {
    /// The events that end an input; each can come after another.
    struct End: OptionSet {
        let rawValue: Int
        /// All bytes have been received.
        static let ofBytes = End(rawValue: 1)
        /// The client has hung up, and reads no answer.
        static let hungUp = End(rawValue: 2)
        /// A signal was received: no more input is read, and complete messages are handled.
        static let stopped = End(rawValue: 4)
    }

    /// The input that was left when handling stopped.
    ///
    /// The state of the gate alone doesn't tell: a thread that parses a long frame may open it at any time, and wakes
    /// the host only once.
    enum Rest {
        /// Nothing, and further input is handled when it comes.
        case none
        /// Nothing; further input waits until the gate opens.
        case gate
        /// Received input, or further input of which a part may have been received.
        case unread
    }

    let order: InputOrder
    var decoder: FrameDecoder
    var held = HeldMessages()
    var turn = InputTurn()
    var rest = Rest.none
    var end: End = []
    /// The frame that is being parsed on another thread; later ones wait for it.
    var longFrame: LongFrame<Incoming>?
    /// True if that frame can be handled; a tape determines when.
    var mayTakeLongFrame = true
    /// The recorded errors for unreadable frames, of which a recording has no content.
    var unreadable: Deque<Incoming> = []
    /// Records the input; nil without a recording.
    var notes: InputNotes?

    init(_ order: InputOrder, maxFrameBytes: Int) {
        self.order = order
        decoder = FrameDecoder(maxFrameBytes: maxFrameBytes)
    }

    /// True if a long frame is being parsed.
    var isParsing: Bool { longFrame.map { !mayTakeLongFrame || !$0.isRead } ?? false }

    /// The number of received bytes of a long frame; 0 if there is none.
    var longByteCount: Int { decoder.unfinishedByteCount + (longFrame?.byteCount ?? 0) }
}
