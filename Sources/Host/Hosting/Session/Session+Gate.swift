import FHJSONRPC
import FHPeers

/// The gate of a session, which determines whether input is handled and whether input is read.
extension Session {
    /// True if no input can be handled now.
    var isGateClosed: Bool {
        ending.phase != .open || outbox.isOverfull || isWaitingInOrder || input.isParsing || isServingEnough
            || input.held.isHeldUp && host.isHeldUp
    }

    /// True if the maximum number of requests is pending, and served sources work on some of them.
    ///
    /// The sources complete their requests without further input.
    private var isServingEnough: Bool {
        pending.count >= host.limits.maxInFlight && served?.isBusy == true
    }

    /// True if no more bytes are read now.
    ///
    /// While a message waits for the answer to an earlier message, a limited amount of input is still read, so that the
    /// end of the input is noticed.
    package var isInputPaused: Bool {
        if isStopped || input.turn.isWaiting || isLeaving || host.longFrames.shares.isWaiting(self) { return true }
        guard isGateClosed, !isListening else { return false }
        if ending.phase == .open, !outbox.isOverfull, !input.order.isFile {
            return input.decoder.pendingByteCount >= host.limits.maxQueuedBytes
        }
        return true
    }

    /// True if the session reads input although earlier messages wait for an answer.
    ///
    /// That input may contain a response from the client that ends the wait.
    var isListening: Bool {
        ending.phase == .open && isWaitingInOrder && !outbox.isOverfull && !input.isParsing
            && !requests.isEmpty && input.held.count < host.limits.maxInFlight
            && input.held.byteCount < host.limits.maxUnreadBytes
    }

    /// True if the next message waits for the answer to a previous message.
    var isWaitingInOrder: Bool { input.order.isSequential && pending.keepsOrder }

    /// True after a signal.
    ///
    /// Then no more input is read, but complete messages are handled.
    var isStopped: Bool { input.end.contains(.stopped) }

    /// True if there may be input to handle.
    var canGoOn: Bool {
        if input.turn.isWaiting { return false }
        return switch input.rest {
        case .none: false
        case .gate: !isGateClosed
        case .unread: !isGateClosed || isListening
        }
    }
}
