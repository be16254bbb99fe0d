import DequeModule
import EventLoop
import JSON
import JSONRPC
import SystemPackage

/// Where a session's frames go: a descriptor, or memory.
protocol OutputSink: AnyObject {
    func write(_ bytes: UnsafeRawBufferPointer) -> OutputWriter.Result
}

extension OutputWriter: OutputSink {}

/// What a session has to say, until its reader takes it.
///
/// Frames stand in one buffer, in order, and go out with as few writes as can be.
/// When the reader falls behind the limits, a newer update of a subscription takes the place of its newest waiting one,
/// and is written only when its turn comes; answers are never dropped.
final class Outbox {
    /// The place of a frame in the line; places are never used twice.
    struct Ticket {
        let number: Int
    }

    private struct Frame {
        /// How many bytes of the buffer it has.
        var length: Int
        /// Whose update it is; nil for answers.
        var subscription: Subscription?
        /// The revision that the subscription was at before this update.
        var base = 0
        /// Whether the bytes in the buffer are void: they are made anew, of the newest state, when its turn comes.
        var isSlot = false
    }

    /// How much is gathered before it is written in mid-turn, and how much one write gets.
    private static let writeSize = 64 << 10

    /// The session's framing; lines until its first byte told.
    var encoder = MessageEncoder(framing: .lines)
    private let limits: Limits
    /// Whether nothing may be left out: the session's input waits instead.
    private let isLossless: Bool
    private let sink: any OutputSink
    private var buffer = JSONWriter(capacity: writeSize + (8 << 10))
    /// Where the first frame in line begins in the buffer.
    private var head = 0
    private var line: Deque<Frame> = []
    /// The number of the first frame in line.
    private var firstNumber = 0
    /// How much of the first frame has been written.
    private var begun = 0
    /// The bytes of the first frame where it was a slot.
    private var filled: [UInt8]?
    private var waitingUpdates = 0
    private var waitingUpdateBytes = 0
    private var waitingAnswerBytes = 0
    /// Called with the length of a frame that nobody could read, and that is therefore not sent.
    var onTooLong: (Int) -> Void = { _ in }
    /// Why nothing can be written any more.
    private(set) var failure: Errno?

    init(sink: any OutputSink, limits: Limits, isLossless: Bool) {
        self.sink = sink
        self.limits = limits
        self.isLossless = isLossless
    }

    /// Whether all has been written, or can't be.
    var isEmpty: Bool { failure != nil || line.isEmpty }

    /// Whether the session's input must wait until its output has been read.
    var isOverfull: Bool {
        failure == nil && (waitingAnswerBytes >= limits.maxUnreadBytes || (isLossless && isFull))
    }

    private var isFull: Bool {
        waitingUpdates >= limits.maxQueuedUpdates || waitingUpdateBytes >= limits.maxQueuedBytes
    }

    /// Gives up on what was not read: nobody will.
    func abandon() {
        if failure == nil { failure = .brokenPipe }
    }

    // MARK: Sending

    /// Appends a frame that is never dropped.
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

    /// Appends the newest snapshot of a subscription, or lets a waiting one stand for it.
    func send(update subscription: Subscription) {
        if isFull { flush() }
        // One that waits to be written stands for this one too, even where the line is short again; one that has just
        // been written showed it.
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

    /// The place in line of a subscription's newest update; nil if none waits.
    private func place(of subscription: Subscription) -> Int? {
        guard let ticket = subscription.waiting, ticket.number >= firstNumber else { return nil }
        return ticket.number - firstNumber
    }

    /// Whether an update waits that has not been made yet.
    private func hasSlot(_ subscription: Subscription) -> Bool {
        guard let index = place(of: subscription) else { return false }
        return line[index].isSlot && !(index == 0 && filled != nil)
    }

    private func conflate(_ subscription: Subscription) {
        // What has been begun must be finished.
        if let index = place(of: subscription), index > 0 || (begun == 0 && filled == nil) {
            waitingUpdateBytes -= line[index].length
            // What is taken back is among what the slot stands for.
            subscription.takeBack(to: line[index].base)
            line[index].isSlot = true
        } else {
            subscription.waiting = Ticket(number: firstNumber + line.count)
            waitingUpdates += 1
            line.append(Frame(length: 0, subscription: subscription, base: subscription.revision, isSlot: true))
        }
    }

    /// Makes what still stands for the newest state of an instance, which is about to be gone.
    ///
    /// What waits behind it keeps its place.
    func fix(_ subscription: Subscription) {
        // Nothing newer may take this place: what is said next must not be older than what stands before it.
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

    /// Writes as much as the reader takes.
    func flush() {
        while failure == nil, !line.isEmpty {
            let isTaken = line[0].isSlot ? flushSlot() : flushRun()
            if !isTaken { break }
        }
        if line.isEmpty {
            buffer.removeAll()
            head = 0
        } else if head > max(Self.writeSize, buffer.count / 2) {
            // What has been written makes room, so seldom that moving the rest costs nothing.
            buffer.removeBytes(0..<head)
            head = 0
        }
    }

    /// Writes frames that stand one behind the other; false if the reader takes no more for now.
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

    /// Writes the newest snapshot in a slot's place; false if the reader takes no more for now.
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
