import DequeModule
import FHEventLoop
import FHJSON
import FHJSONRPC
import FHPeers
import SystemPackage

/// The destination of a session's frames: a descriptor, or memory.
package protocol OutputSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result
}

extension OutputWriter: OutputSink {}

/// The output queue of a session.
///
/// The frames are in one buffer, in order, and are written with as few system calls as possible. If the updates that a
/// slow reader has not read reach the limits, a newer update of a subscription replaces the newest queued update of the
/// same subscription. The newer update is encoded when it is written. Answers are never dropped.
package final class Outbox {
    /// The position of a frame in the queue.
    ///
    /// No position is used twice.
    struct Ticket {
        let number: Int
    }

    private struct Frame {
        /// The number of the frame's bytes in the buffer.
        var length: Int
        /// The subscription of an update; nil for any other frame.
        var subscription: Subscription?
        /// The revision of the subscription before this update.
        var base = 0
        /// True if the frame is a placeholder.
        ///
        /// The frame's bytes in the buffer are not used. The newest state is encoded when the frame is written.
        var isSlot = false
    }

    /// The number of bytes that are collected in a turn before they are written.
    ///
    /// It is also the maximum number of bytes of one write, except for a frame that replaces a placeholder.
    private static let writeSize = 64 << 10

    /// The encoder of the session's framing.
    ///
    /// The framing is lines until the first byte of the input determines the framing.
    var encoder = MessageEncoder(framing: .lines)
    private let limits: Limits
    /// True if no update may be conflated.
    ///
    /// Instead of conflating updates, the session reads no input until the client has read more output.
    private let isLossless: Bool
    private let sink: any OutputSink
    private var buffer = JSONWriter(capacity: writeSize + (8 << 10))
    /// The offset of the first queued frame in the buffer.
    private var head = 0
    private var line: Deque<Frame> = []
    /// The number of the first queued frame.
    private var firstNumber = 0
    /// The number of bytes of the first frame that are already written.
    private var begun = 0
    /// The encoded bytes of the first frame, if the frame replaces a placeholder; otherwise nil.
    private var filled: [UInt8]?
    private var waitingUpdates = 0
    private var waitingUpdateBytes = 0
    private var waitingAnswerBytes = 0
    /// Called with the length of a frame that is not sent, because it is longer than ``WrittenFrame/longest``.
    var onTooLong: (Int) -> Void = { _ in }
    /// The error that prevents further writes; nil if there is none.
    private(set) var failure: Errno?

    init(sink: any OutputSink, limits: Limits, isLossless: Bool) {
        self.sink = sink
        self.limits = limits
        self.isLossless = isLossless
    }

    /// True if all output is written, or if an error prevents further writes.
    var isEmpty: Bool { failure != nil || line.isEmpty }

    /// True if the session's input has to wait until its output is read.
    var isOverfull: Bool {
        failure == nil && (waitingAnswerBytes >= limits.maxUnreadBytes || (isLossless && isFull))
    }

    private var isFull: Bool {
        waitingUpdates >= limits.maxQueuedUpdates || waitingUpdateBytes >= limits.maxQueuedBytes
    }

    /// Drops the unwritten output and all later output.
    func abandon() {
        if failure == nil { failure = .brokenPipe }
    }

    // MARK: Sending

    /// Appends a frame that no later frame replaces; a frame that is longer than ``WrittenFrame/longest`` is not sent.
    func send(_ body: (MessageEncoder, inout JSONWriter) -> Void) {
        if failure != nil { return }
        let start = buffer.count
        body(encoder, &buffer)
        if let length = WrittenFrame.takeBack(from: start, in: &buffer) { return onTooLong(length) }
        let length = buffer.count - start
        waitingAnswerBytes += length
        if let last = line.indices.last, line[last].subscription == nil {
            line[last].length += length
        } else {
            line.append(Frame(length: length))
        }
        if buffer.count - head >= Self.writeSize { flush() }
    }

    /// Appends the newest update of a subscription.
    ///
    /// Does nothing if the update is already queued or written, or if a queued placeholder will contain it.
    func send(update subscription: Subscription) {
        if isFull { flush() }
        // A queued placeholder will also contain this update, even if the queue is below its limits again. If the
        // subscription is up to date, its newest revision is already queued or written.
        if failure != nil || hasSlot(subscription) || subscription.isUpToDate { return }
        if isFull, !isLossless { return conflate(subscription) }
        let base = subscription.revision
        let start = buffer.count
        subscription.writeUpdate(encoder, to: &buffer)
        subscription.waiting = Ticket(number: firstNumber + line.count)
        line.append(Frame(length: buffer.count - start, subscription: subscription, base: base))
        waitingUpdates += 1
        waitingUpdateBytes += buffer.count - start
        if buffer.count - head >= Self.writeSize { flush() }
    }

    /// The index of a subscription's newest queued update; nil if there is none.
    private func place(of subscription: Subscription) -> Int? {
        guard let ticket = subscription.waiting, ticket.number >= firstNumber else { return nil }
        return ticket.number - firstNumber
    }

    /// True if a placeholder for the subscription is queued and is not encoded yet.
    private func hasSlot(_ subscription: Subscription) -> Bool {
        guard let index = place(of: subscription) else { return false }
        return line[index].isSlot && !(index == 0 && filled != nil)
    }

    private func conflate(_ subscription: Subscription) {
        // A frame that is partly written has to be completed.
        if let index = place(of: subscription), index > 0 || (begun == 0 && filled == nil) {
            waitingUpdateBytes -= line[index].length
            // The placeholder replaces the withdrawn update.
            subscription.takeBack(to: line[index].base)
            line[index].isSlot = true
        } else {
            subscription.waiting = Ticket(number: firstNumber + line.count)
            waitingUpdates += 1
            line.append(Frame(length: 0, subscription: subscription, base: subscription.revision, isSlot: true))
        }
    }

    /// Encodes a queued placeholder of a subscription from the current state of the instance.
    ///
    /// This is called before the state changes or the instance closes. Later frames keep their positions in the queue.
    func fix(_ subscription: Subscription) {
        // A newer update must not replace this frame, because the update would then precede frames that are queued
        // after this one.
        defer { subscription.waiting = nil }
        guard hasSlot(subscription), let index = place(of: subscription) else { return }
        var frame = JSONWriter(capacity: 4 << 10)
        subscription.writeUpdate(encoder, to: &frame)
        let place = line.prefix(index).reduce(head) { $0 + $1.length }
        let old = place..<place + line[index].length
        frame.withUnsafeBytes { buffer.replaceBytes(old, with: $0) }
        line[index].length = frame.count
        line[index].isSlot = false
        waitingUpdateBytes += frame.count
    }

    // MARK: Writing

    /// Writes as much as the reader accepts.
    package func flush() {
        while failure == nil, !line.isEmpty {
            let isTaken = line[0].isSlot ? flushSlot() : flushRun()
            if !isTaken { break }
        }
        if line.isEmpty {
            buffer.removeAll()
            head = 0
        } else if head > max(Self.writeSize, buffer.count / 2) {
            // Written bytes are removed so rarely that moving the remaining bytes is cheap.
            buffer.removeBytes(0..<head)
            head = 0
        }
    }

    /// Writes encoded frames up to the first placeholder, at most ``writeSize`` bytes.
    ///
    /// Returns false if the reader accepts no more bytes for now.
    private func flushRun() -> Bool {
        var length = 0
        for frame in line {
            if frame.isSlot || length - begun >= Self.writeSize { break }
            length += frame.length
        }
        let wanted = min(length - begun, Self.writeSize)
        let start = head + begun
        let result = buffer.withUnsafeBytes { sink.write(.init(rebasing: $0[start..<start + wanted])) }
        guard let count = taken(result) else { return false }
        begun += count
        while let first = line.first, !first.isSlot, begun >= first.length {
            begun -= first.length
            finishFirst()
        }
        return true
    }

    /// Writes the newest update in place of a placeholder.
    ///
    /// Returns false if the reader accepts no more bytes for now.
    private func flushSlot() -> Bool {
        if filled == nil, let subscription = line[0].subscription {
            var frame = JSONWriter(capacity: 4 << 10)
            subscription.writeUpdate(encoder, to: &frame)
            filled = frame.withUnsafeBytes { Array($0) }
        }
        let bytes = filled ?? []
        let result = bytes.withUnsafeBytes { sink.write(.init(rebasing: $0[begun...])) }
        guard let count = taken(result) else { return false }
        begun += count
        if begun == bytes.count {
            begun = 0
            filled = nil
            finishFirst()
        }
        return true
    }

    private func taken(_ result: OutputWriter.Result) -> Int? {
        switch result {
        case .written(let count): return count
        case .wouldBlock: return nil
        case .broken(let error):
            failure = error
            return nil
        }
    }

    private func finishFirst() {
        let frame = line.removeFirst()
        firstNumber += 1
        head += frame.length
        if frame.subscription == nil {
            waitingAnswerBytes -= frame.length
        } else {
            waitingUpdates -= 1
            if !frame.isSlot { waitingUpdateBytes -= frame.length }
        }
    }
}
