import DequeModule
import EventLoop
import FeatureKit
import JSON
import JSONRPC
import SystemPackage

/// One front end's conversation: reads its frames in order, answers each request once, and holds its subscriptions.
///
/// Belongs to the core thread. A transport gives it bytes and takes what its outbox has to say.
public final class Session {
    /// How far the conversation has come.
    enum Phase: Equatable {
        case open
        /// No more is taken in: what is under way is brought to its end.
        case draining
        case ended
    }

    /// Numbers sessions; 0 is no session.
    let number: Int
    unowned let host: Host
    let outbox: Outbox
    var phase = Phase.open
    /// Whether `shutdown` was answered: only `exit` is expected.
    var isShutDown = false
    /// Whether the next message waits for the answer to the previous one: the input is a file, or time is virtual and
    /// the output must not depend on how fast the input comes.
    let isSequential: Bool
    /// Whether nothing is read ahead of what is handled: the input is a file, which waits.
    private let isFile: Bool
    /// By identity, so that one of ten thousand is let go as fast as one of ten.
    var subscriptions: [ObjectIdentifier: Subscription] = [:]
    /// The requests that wait for their answer.
    var inFlight: [RequestID: Call] = [:]
    /// What the front end is asked, for the sources that it offers.
    private(set) lazy var requests = PeerRequests(on: host.time) { [outbox] body in outbox.send(body) }
    /// The sources that are served to this session, where the host is a plugin.
    let served: ServedSources?
    /// Whether the person wants things not to move: nothing is said of how to draw changes.
    var reducesMotion = false
    /// How it is told of what it subscribes to, where it doesn't say.
    var updates = UpdateKind.snapshot
    /// Whether the first request has come.
    var hasBegun = false
    /// Whether `initialize` has come, be it as a notification.
    var hasInitialized = false
    /// What the process exits with when this session was its only one.
    var status: Int32 = 0
    /// Called when the session has ended and what it had to say was taken, or nobody will take it.
    var onGone: () -> Void = {}
    /// Called when the input may have to wait or may go on.
    var onGate: () -> Void = {}
    /// Looks whether the front end's process is there, as long as it may read something.
    var processWatch: HostTimer?
    private var decoder: FrameDecoder
    var batches: [BatchRun] = []
    /// The frame that is being read on another thread; all others wait behind it.
    var longFrame: LongFrame<Incoming>?
    /// Whether that frame may be taken; where there is a tape, it says when.
    var mayTakeLongFrame = true
    /// What was answered to frames that could not be read, and of which a recording holds no more than that.
    var unreadable: Deque<Incoming> = []
    /// Messages that were read on the way to an answer, and wait until what is before them is answered.
    private var held: Deque<Incoming> = []
    /// How many bytes these have, about.
    private var heldBytes = 0
    /// Whether the first of them would change what a session is told of that doesn't read.
    private var isHeldUp = false
    private var hasInputEnded = false
    /// Whether the front end is gone, and reads no answer.
    var isHungUp = false
    /// Whether a signal has ended the input: nothing more is read, and what has come whole is handled.
    private(set) var isStopped = false
    /// Whether input was left alone because the gate was closed.
    private var isStalled = false
    /// Whether all that has come was read when the input was left alone.
    private var isDry = false
    /// Whether it handles its input in slices; never where the output must not depend on how fast the input comes.
    private let takesTurns: Bool
    var turn = InputTurn()
    var drainTimer: HostTimer?
    /// Notes what comes, for a recording.
    var notes: InputNotes?
    var isOutOfTime = false

    init(number: Int, host: Host, sink: any OutputSink, isSequential: Bool, takesTurns: Bool) {
        self.number = number
        self.host = host
        isFile = isSequential
        self.isSequential = isSequential || host.virtualTime != nil
        self.takesTurns = takesTurns && !self.isSequential
        outbox = Outbox(sink: sink, limits: host.limits, isLossless: host.virtualTime != nil)
        outbox.logTooLong(by: host)
        decoder = FrameDecoder(maxFrameBytes: host.limits.maxFrameBytes)
        served = host.role.map { ServedSources($0, on: host.loop) }
    }

    /// Whether no input is to be read now.
    var isGateClosed: Bool {
        phase == .draining || phase == .ended || outbox.isOverfull || isWaitingInOrder || isReading || isServingEnough
            || isHeldUp && host.isHeldUp
    }

    /// Whether more would be asked of sources than may be under way; they come to an end by themselves.
    private var isServingEnough: Bool {
        inFlight.count >= host.limits.maxInFlight && served?.isBusy == true
    }

    private var isReading: Bool { longFrame.map { !mayTakeLongFrame || !$0.isRead } ?? false }

    /// Whether no more bytes are to be read now.
    ///
    /// Where messages wait for each other the input is read on for a while: its end must be noticed.
    var isInputPaused: Bool {
        if isStopped || turn.isWaiting || host.longFrames.isWaiting(self) { return true }
        guard isGateClosed, !isListening else { return false }
        if phase == .open, !outbox.isOverfull, !isFile {
            return decoder.pendingByteCount >= host.limits.maxQueuedBytes
        }
        return true
    }

    /// Whether input is read on past messages that wait, for an answer that may be what ends the wait.
    private var isListening: Bool {
        phase == .open && isWaitingInOrder && !outbox.isOverfull && !isReading
            && !requests.isEmpty && held.count < host.limits.maxInFlight && heldBytes < host.limits.maxUnreadBytes
    }

    private var isWaitingInOrder: Bool { isSequential && inFlight.values.contains { !$0.isOutOfOrder } }

    // MARK: Input

    /// Takes in bytes that `read` puts into a buffer.
    func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        // Small at first, so that a start touches no memory that it doesn't need.
        decoder.withSpareCapacity(minimum: hasBegun ? 32 << 10 : 4 << 10) { buffer in
            let count = read(buffer)
            notes?.note(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
        if turn.isBusy, takesTurns { return waitForTurn() }
        pump()
        // Each piece of a long frame is a turn of its own: sixty of them in one would be noticed.
        if takesTurns, unfinishedByteCount > 0, !turn.isWaiting, phase == .open { waitForTurn() }
    }

    /// Takes in bytes.
    public func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            notes?.note(bytes)
            decoder.append(bytes)
        }
        pump()
    }

    /// Says that no more input will come.
    public func endInput() {
        notes?.noteEnd()
        hasInputEnded = true
        pump()
    }

    /// Says that a signal ends the host: as the end of the input, and what waits has no more time in a file either.
    func stop() {
        if isStopped || phase == .ended { return }
        isStopped = true
        pump()
    }

    /// Handles the frames that are there, as far as the gate and its slice let them.
    func pump(inSlices: Bool = true) {
        if turn.isWaiting { return }
        isDry = false
        if takesTurns, inSlices { turn.begin() }
        defer { turn.end() }
        proceed()
        while !isGateClosed || isListening {
            if turn.isOver {
                waitForTurn()
                break
            }
            if !isGateClosed, let message = held.popFirst() {
                if held.isEmpty { heldBytes = 0 }
                handleUnlessHeldUp(message)
                continue
            }
            if let frame = longFrame.take() {
                frame.handle { accept(asRecorded($0), byteCount: frame.byteCount) }
                host.spareMemory.note(frame.byteCount)
                continue
            }
            guard let event = hasInputEnded ? decoder.finish() : decoder.next() else {
                isDry = true
                if hasInputEnded || isStopped { endAnswers() }
                break
            }
            handle(event)
        }
        // Not the gate alone: it may have opened since, on the thread that reads a long frame, which wakes the host once.
        isStalled = !isDry || isGateClosed
        host.longFrames.update(self)
        endIfLeft()
        // The end of a file is noticed behind its last message: until then every wait has its own time-out.
        if isStopped || (hasInputEnded && isWaitingInOrder && !isFile) { limitWaiting() }
        onGate()
    }

    private func waitForTurn() {
        turn.wait()
        host.turns.wait(self)
        onGate()
    }

    /// The number of bytes that have come of a long frame that is not whole yet.
    var unfinishedByteCount: Int { decoder.unfinishedByteCount }

    /// Takes away what has come of a long frame that is not whole; nothing more can be read.
    func takeUnfinished() -> LongFrameBytes { decoder.takeUnfinished() }

    /// Whether there may be input to go on with.
    var canGoOn: Bool { isStalled && !turn.isWaiting && (!isGateClosed || (isListening && !isDry)) }

    /// The input has ended: no answers will come, and what was held is handled before the session is brought to its end.
    private func endAnswers() {
        host.clientSources.leave(self)
        if !isGateClosed { drain() }
    }

    private func handle(_ event: FrameEvent) {
        if let framing = decoder.framing { outbox.encoder = MessageEncoder(framing: framing) }
        if case .badHeader(let reason) = event { return failFraming(reason) }
        if case .longFrame(let bytes) = event {
            return read(bytes)
        }
        let byteCount = if case .frame(let range) = event { range.count } else { 0 }
        accept(asRecorded(MessageDecoder.decode(event, from: decoder)), byteCount: byteCount)
    }

    /// Answers what can't be divided into frames, and ends.
    func failFraming(_ reason: String) {
        outbox.send { $0.error(RPCError(.parseError, reason), id: .null, to: &$1) }
        end(status: 1)
    }

    /// Handles a message, or holds it back where others are before it; answers go ahead of what waits for them.
    private func accept(_ message: Incoming, byteCount: Int) {
        if isGateClosed, !message.isResponse {
            held.append(message)
            heldBytes += byteCount
        } else {
            handleUnlessHeldUp(message)
        }
    }

    private func handleUnlessHeldUp(_ message: Incoming) {
        isHeldUp = host.holdsUp(message)
        if isHeldUp { held.prepend(message) } else { handle(message, in: nil) }
    }
}

extension Session: InputPeer {
    func goOn() {
        turn.isWaiting = false
        // Its connection may be gone by now.
        if phase != .ended { resume() }
    }

    /// Handles what waits for the session's turn: there will be no other one.
    func handleRest() {
        guard turn.isWaiting else { return }
        turn.isWaiting = false
        pump(inSlices: false)
    }
}
