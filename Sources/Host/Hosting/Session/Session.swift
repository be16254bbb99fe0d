import DequeModule
import FHEventLoop
import FHJSON
import FHJSONRPC
import FeatureKit
import SystemPackage

/// The connection of one client: reads its frames in order, answers each request once, and holds its subscriptions.
///
/// Belongs to the core thread. A transport passes bytes in, and writes the outbox.
public final class Session {
    /// The lifecycle of the session.
    enum Phase: Equatable {
        case open
        /// No more input is read; pending requests are completed.
        case draining
        case ended
    }

    /// The number of the session, from 1.
    let number: Int
    unowned let host: Host
    let outbox: Outbox
    var phase = Phase.open
    /// True if `shutdown` was answered: only `exit` is expected.
    var isShutDown = false
    /// True if the next message waits for the answer to the one before: the input is a file, or time is virtual.
    ///
    /// On virtual time the output must not depend on the speed of the input.
    let isSequential: Bool
    /// True if the input is a file, which is not read ahead.
    private let isFile: Bool
    /// The subscriptions by identity, so that removing one takes constant time.
    var subscriptions: [ObjectIdentifier: Subscription] = [:]
    /// The pending requests.
    var inFlight: [RequestID: Call] = [:]
    /// The host's requests to the client, for the sources that it offers.
    private(set) lazy var requests = PeerRequests(on: host.time) { [outbox] body in outbox.send(body) }
    /// The sources that are served to this session; nil if the host is no plugin.
    let served: ServedSources?
    /// True if the user prefers reduced motion: snapshots then have no animation hints.
    var reducesMotion = false
    /// The kind of updates for subscriptions that name none.
    var updates = UpdateKind.snapshot
    /// True if the first request was received.
    var hasBegun = false
    /// True if `initialize` was received, even as a notification.
    var hasInitialized = false
    /// The exit status for a process with this session alone.
    var status: Int32 = 0
    /// Called when the session has ended and its output is written or dropped.
    var onGone: () -> Void = {}
    /// Called when the input may have to pause or resume.
    var onGate: () -> Void = {}
    /// Checks that the client's process exists, as long as it may read output.
    var processWatch: HostTimer?
    private var decoder: FrameDecoder
    var batches: [BatchRun] = []
    /// The frame that is being parsed on another thread; later ones wait for it.
    var longFrame: LongFrame<Incoming>?
    /// True if that frame can be handled; a tape determines when.
    var mayTakeLongFrame = true
    /// The recorded errors for unreadable frames, of which a recording has no content.
    package var unreadable: Deque<Incoming> = []
    /// Messages that were read while waiting for an answer from the client, and that are handled in order later.
    private var held: Deque<Incoming> = []
    /// The approximate number of bytes of these messages.
    private var heldBytes = 0
    /// True if the first held message has to wait for a slow reader.
    private var isHeldUp = false
    private var hasInputEnded = false
    /// True if the client has hung up, and reads no answer.
    var isHungUp = false
    /// True after a signal: no more input is read, and complete messages are handled.
    private(set) var isStopped = false
    /// True if reading stopped because the gate was closed.
    private var isStalled = false
    /// True if all received input was handled when reading stopped.
    private var isDry = false
    /// True if input is handled in slices; never if the output must not depend on the speed of the input.
    let takesTurns: Bool
    var turn = InputTurn()
    var drainTimer: HostTimer?
    /// Records the input; nil without a recording.
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

    /// True if no input can be handled now.
    var isGateClosed: Bool {
        phase == .draining || phase == .ended || outbox.isOverfull || isWaitingInOrder || isReading || isServingEnough
            || isHeldUp && host.isHeldUp
    }

    /// True if the maximum number of requests is pending at sources, which will complete by themselves.
    private var isServingEnough: Bool {
        inFlight.count >= host.limits.maxInFlight && served?.isBusy == true
    }

    private var isReading: Bool { longFrame.map { !mayTakeLongFrame || !$0.isRead } ?? false }

    /// True if no more bytes are read now.
    ///
    /// While messages wait for each other, a limited amount of input is still read, so that its end is noticed.
    var isInputPaused: Bool {
        if isStopped || turn.isWaiting || isLeaving || host.longFrames.isWaiting(self) { return true }
        guard isGateClosed, !isListening else { return false }
        if phase == .open, !outbox.isOverfull, !isFile {
            return decoder.pendingByteCount >= host.limits.maxQueuedBytes
        }
        return true
    }

    /// True if input is read past waiting messages, for an answer from the client that may end the wait.
    private var isListening: Bool {
        phase == .open && isWaitingInOrder && !outbox.isOverfull && !isReading
            && !requests.isEmpty && held.count < host.limits.maxInFlight && heldBytes < host.limits.maxUnreadBytes
    }

    private var isWaitingInOrder: Bool { isSequential && inFlight.values.contains { !$0.isOutOfOrder } }

    // MARK: Input

    /// Receives the bytes that `read` puts into a buffer.
    func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        // Small at first, to save memory at the start.
        decoder.withSpareCapacity(minimum: hasBegun ? 32 << 10 : 4 << 10) { buffer in
            let count = read(buffer)
            notes?.note(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
        if turn.isBusy, takesTurns { return waitForTurn() }
        pump()
        // Each chunk of a long frame takes a turn of its own, or the chunks of many sessions would add up to a delay.
        if takesTurns, unfinishedByteCount > 0, !turn.isWaiting, phase == .open { waitForTurn() }
    }

    /// Receives bytes.
    public func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            notes?.note(bytes)
            decoder.append(bytes)
        }
        pump()
    }

    /// Ends the input.
    public func endInput() {
        notes?.noteEnd()
        hasInputEnded = true
        pump()
    }

    /// Ends the input after a signal; unlike the end of a file, pending waits are limited too.
    func stop() {
        if isStopped || phase == .ended { return }
        isStopped = true
        pump()
    }

    /// Handles the received frames, as far as the gate and the slice permit.
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
        // Not the gate alone: a thread that parses a long frame may have opened it since, and wakes the host only once.
        isStalled = !isDry || isGateClosed
        host.longFrames.update(self)
        endIfLeft()
        // The end of a file is noticed after its last message; until then every wait has its own timeout.
        if isStopped || (hasInputEnded && isWaitingInOrder && !isFile) { limitWaiting() }
        onGate()
    }

    private func waitForTurn() {
        turn.wait()
        host.turns.wait(self)
        onGate()
    }

    /// The number of received bytes of an incomplete long frame.
    var unfinishedByteCount: Int { decoder.unfinishedByteCount }

    /// Removes and returns the bytes of an incomplete long frame; reading ends.
    func takeUnfinished() -> LongFrameBytes { decoder.takeUnfinished() }

    /// True if there may be input to handle.
    var canGoOn: Bool { isStalled && !turn.isWaiting && (!isGateClosed || (isListening && !isDry)) }

    /// Handles the end of the input: pending requests to the client fail, and held messages are handled before the
    /// drain.
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

    /// Answers input that can't be split into frames, and ends the session.
    package func failFraming(_ reason: String) {
        outbox.send { $0.error(RPCError(.parseError, reason), id: .null, to: &$1) }
        end(status: 1)
    }

    /// Handles a message or holds it back; a response bypasses the held messages that may wait for it.
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
        // The connection may have ended by now.
        if phase != .ended { resume() }
    }

    /// Handles the input that waits for the session's turn, since there will be no more turns.
    func handleRest() {
        guard turn.isWaiting else { return }
        turn.isWaiting = false
        pump(inSlices: false)
    }
}
