import DequeModule
import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import FeatureKit
import SystemPackage

/// The connection of one client.
///
/// It reads the client's frames in order, answers each request once, and has the client's subscriptions.
///
/// Belongs to the core thread. A transport passes the received bytes to the session, and writes the outbox.
public final class Session {
    /// The number of the session, from 1.
    let number: Int
    unowned let host: Host
    package let outbox: Outbox
    /// The host's requests to the client, about the sources that the client offers.
    private(set) lazy var requests = PeerRequests(on: host.time) { [outbox] body in outbox.send(body) }
    /// The sources that are served to this session; nil if the host is not a plugin.
    let served: ServedSources?
    /// The subscriptions by identity, so that removing one takes constant time.
    var subscriptions: [ObjectIdentifier: Subscription] = [:]
    var pending = PendingRequests()
    let input: SessionInput
    var handshake = Handshake.none
    var settings = ClientSettings()
    package var ending = SessionEnding()
    /// The owner of the connection; nil if the session's input is not read from a connection.
    package weak var transport: (any SessionTransport)?

    init(number: Int, host: Host, sink: any OutputSink, isSequential: Bool, takesTurns: Bool) {
        self.number = number
        self.host = host
        let isVirtual = host.virtualTime != nil
        let order: InputOrder =
            isSequential || isVirtual ? .sequential(isFile: isSequential) : .concurrent(inSlices: takesTurns)
        input = SessionInput(order, maxFrameBytes: host.limits.maxFrameBytes)
        outbox = Outbox(sink: sink, limits: host.limits, isLossless: isVirtual)
        served = host.role.map { ServedSources($0, on: host.loop) }
        outbox.logTooLong(by: host)
    }

    /// The person who reads the session's snapshots, at the time of a revision; nil for a host without readers.
    func reader(at time: RevisionTime) -> (any SnapshotReader)? {
        if settings.reader == nil { settings.reader = host.options.readers?(nil, nil) }
        settings.reader?.now = time.clock
        return settings.reader
    }

    package var hasEnded: Bool { ending.phase == .ended }

    // MARK: Input

    /// Receives the bytes that `read` puts into a buffer; `read` returns their number.
    package func receive(_ read: (UnsafeMutableRawBufferPointer) -> Int) {
        var count = 0
        // The buffer is small at first, to save memory at the start.
        input.decoder.withSpareCapacity(minimum: handshake.hasBegun ? 32 << 10 : 4 << 10) { buffer in
            count = read(buffer)
            input.notes?.note(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        }
        let isInSlices = input.order.isInSlices
        if isInSlices, input.turn.isBusy() {
            input.turn.wait(withBytes: count)
            return queueForTurn()
        }
        pump()
        // Each chunk of a long frame is handled in a separate turn. Otherwise the chunks of many sessions would add up
        // to a delay.
        let isWithinFrame = input.decoder.unfinishedByteCount > 0
        if isInSlices, isWithinFrame, !input.turn.isWaiting, ending.phase == .open { waitForTurn() }
    }

    /// Handles bytes that the client has sent.
    public func receive(_ bytes: [UInt8]) {
        bytes.withUnsafeBytes { bytes in
            input.notes?.note(bytes)
            input.decoder.append(bytes)
        }
        pump()
    }

    /// Ends the input.
    public func endInput() {
        input.notes?.noteEnd()
        input.end.insert(.ofBytes)
        pump()
    }

    /// Ends the input after a signal.
    ///
    /// Unlike the end of a file, a signal also limits the time for pending requests.
    func stop() {
        if isStopped || hasEnded { return }
        input.end.insert(.stopped)
        pump()
    }

    /// Handles the received frames until the session's gate closes or, with `inSlices`, the session's time slice is
    /// over.
    func pump(inSlices: Bool = true) {
        if input.turn.isWaiting { return }
        input.rest = .unread
        if input.order.isInSlices, inSlices { input.turn.begin() }
        defer { input.turn.end() }
        proceed()
        while !isGateClosed || isListening {
            if input.turn.isOver() {
                waitForTurn()
                break
            }
            if handleNext() { continue }
            input.rest = .none
            if input.end.contains(.ofBytes) || isStopped { endAnswers() }
            break
        }
        if input.rest == .none, isGateClosed { input.rest = .gate }
        host.longFrames.shares.update(self)
        endIfLeft()
        // The end of a file is handled only after the last message of the file. Until then, each wait has a timeout.
        if isStopped || (input.end.contains(.ofBytes) && isWaitingInOrder && !input.order.isFile) { limitWaiting() }
        transport?.gateChanged()
    }

    /// Handles the next message or frame.
    ///
    /// Returns false if there is no message or frame.
    private func handleNext() -> Bool {
        if !isGateClosed, let message = input.held.popFirst() {
            handleUnlessHeldUp(message)
        } else if let frame = input.longFrame.take() {
            frame.handle { accept(asRecorded($0), byteCount: frame.byteCount) }
            host.longFrames.spareMemory.note(frame.byteCount)
        } else if let event = input.end.contains(.ofBytes) ? input.decoder.finish() : input.decoder.next() {
            handle(event)
        } else {
            return false
        }
        return true
    }

    private func waitForTurn() {
        input.turn.wait()
        queueForTurn()
    }

    private func queueForTurn() {
        host.turns.wait(self)
        transport?.gateChanged()
    }

    /// Handles the end of the input.
    ///
    /// Pending requests to the client fail, and held messages are handled before the session drains.
    private func endAnswers() {
        host.clientSources.leave(self)
        if !isGateClosed { drain() }
    }

    private func handle(_ event: FrameEvent) {
        if let framing = input.decoder.framing { outbox.encoder = MessageEncoder(framing: framing) }
        if case .badHeader(let reason) = event { return failFraming(reason) }
        if case .longFrame(let bytes) = event {
            return read(bytes)
        }
        let byteCount = if case .frame(let range) = event { range.count } else { 0 }
        accept(asRecorded(MessageDecoder.decode(event, from: input.decoder)), byteCount: byteCount)
    }

    /// Answers input that can't be split into frames, and ends the session.
    package func failFraming(_ reason: String) {
        outbox.send { $0.error(RPCError(.parseError, reason), id: .null, to: &$1) }
        end(status: 1)
    }

    /// Handles a message or holds it back.
    ///
    /// A response is handled before the held messages, because a held message may wait for the response.
    private func accept(_ message: Incoming, byteCount: Int) {
        if isGateClosed, !message.isResponse {
            input.held.append(message, byteCount: byteCount)
        } else {
            handleUnlessHeldUp(message)
        }
    }

    private func handleUnlessHeldUp(_ message: Incoming) {
        if host.holdsUp(message) { return input.held.holdUp(message) }
        input.held.letPass()
        handle(message, in: nil)
    }
}

extension Session: InputPeer {
    package func goOn() {
        input.turn.isWaiting = false
        // The session may have ended since it began to wait.
        if !hasEnded { resume() }
    }

    /// Handles the input that waits for a time slice, because there will be no more time slices.
    func handleRest() {
        guard input.turn.isWaiting else { return }
        input.turn.isWaiting = false
        pump(inSlices: false)
    }
}
