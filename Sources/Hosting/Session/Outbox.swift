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
/// While the reader keeps up, frames are appended to one buffer that goes out with one `write` a turn.
/// When it does not, they wait in line. Past the limits a newer update of a subscription takes the place of its newest
/// waiting one, and is written only when its turn comes; answers are never dropped.
final class Outbox {
    /// The place of a waiting frame in the line; places are never used twice.
    struct Ticket {
        let number: Int
    }

    private struct Entry {
        var bytes: [UInt8]
        /// Whose update it is; nil for answers and for what has been begun.
        var subscription: Subscription?
        /// The revision that the subscription was at before this update.
        var base = 0
        /// Whether the bytes are still to be made, of the newest state.
        var isSlot = false
    }

    /// How much is gathered before it is written in mid-turn.
    private static let writeSize = 64 << 10

    /// The session's framing; lines until its first byte told.
    var encoder = MessageEncoder(framing: .lines)
    private let limits: Limits
    /// Whether nothing may be left out: the session's input waits instead.
    private let isLossless: Bool
    private let sink: any OutputSink
    private var writer = JSONWriter(capacity: writeSize + (8 << 10))
    /// The ends of the frames in `writer`, with their subscriptions.
    private var marks: [(end: Int, subscription: Subscription?, base: Int)] = []
    private var line: Deque<Entry> = []
    /// The number of the first entry in line.
    private var firstNumber = 0
    /// How much of the first entry has been written.
    private var firstOffset = 0
    private var waitingUpdates = 0
    private var waitingUpdateBytes = 0
    private var waitingAnswerBytes = 0
    /// Why nothing can be written any more.
    private(set) var failure: Errno?

    init(sink: any OutputSink, limits: Limits, isLossless: Bool) {
        self.sink = sink
        self.limits = limits
        self.isLossless = isLossless
    }

    /// Whether all has been written, or can't be.
    var isEmpty: Bool { failure != nil || (writer.count == 0 && line.isEmpty) }

    /// Whether the session's input must wait until its output has been read.
    var isOverfull: Bool {
        waitingAnswerBytes >= limits.maxUnreadBytes
            || (isLossless && (waitingUpdates >= limits.maxQueuedUpdates || waitingUpdateBytes >= limits.maxQueuedBytes))
    }

    // MARK: Sending

    /// Appends a frame that is never dropped.
    func send(_ body: (MessageEncoder, inout JSONWriter) -> Void) {
        body(encoder, &writer)
        finishFrame(nil)
    }

    /// Appends the newest snapshot of a subscription, or lets a waiting one stand for it.
    func send(update subscription: Subscription) {
        let isFull = waitingUpdates >= limits.maxQueuedUpdates || waitingUpdateBytes >= limits.maxQueuedBytes
        if !line.isEmpty, !isLossless, isFull {
            conflate(subscription)
        } else {
            let base = subscription.revision
            writeUpdate(subscription)
            finishFrame(subscription, base: base)
        }
    }

    private func writeUpdate(_ subscription: Subscription) {
        encoder.notification("state/snapshot", to: &writer) { json in
            subscription.writeSnapshot(to: &json)
        }
    }

    private func finishFrame(_ subscription: Subscription?, base: Int = 0) {
        if failure != nil { return writer.removeAll() }
        if line.isEmpty {
            marks.append((writer.count, subscription, base))
            if writer.count >= Self.writeSize { flush() }
        } else {
            append(writer.withUnsafeBytes { Array($0) }, subscription, base: base)
            writer.removeAll()
        }
    }

    private func append(_ bytes: [UInt8], _ subscription: Subscription?, base: Int) {
        if let subscription {
            subscription.waiting = Ticket(number: firstNumber + line.count)
            waitingUpdates += 1
            waitingUpdateBytes += bytes.count
        } else {
            waitingAnswerBytes += bytes.count
            // Answers in a row are one entry; the first one may have been begun, which is no matter.
            if let last = line.indices.last, line[last].subscription == nil, !line[last].isSlot {
                line[last].bytes.append(contentsOf: bytes)
                return
            }
        }
        line.append(Entry(bytes: bytes, subscription: subscription, base: base))
    }

    private func conflate(_ subscription: Subscription) {
        if let ticket = subscription.waiting, ticket.number >= firstNumber {
            let index = ticket.number - firstNumber
            // What has been begun must be finished.
            if index > 0 || firstOffset == 0 {
                guard !line[index].isSlot else { return }
                waitingUpdateBytes -= line[index].bytes.count
                // What is taken back is among what the slot stands for.
                subscription.revision = line[index].base
                line[index].bytes = []
                line[index].isSlot = true
                return
            }
        }
        subscription.waiting = Ticket(number: firstNumber + line.count)
        waitingUpdates += 1
        line.append(Entry(bytes: [], subscription: subscription, isSlot: true))
    }

    /// Makes what still stands for the newest state of an instance, which is about to be gone.
    func fix(_ subscription: Subscription) {
        guard let ticket = subscription.waiting, ticket.number >= firstNumber else { return }
        fill(ticket.number - firstNumber)
    }

    private func fill(_ index: Int) {
        guard line[index].isSlot, let subscription = line[index].subscription else { return }
        line[index].base = subscription.revision
        writeUpdate(subscription)
        line[index].bytes = writer.withUnsafeBytes { Array($0) }
        line[index].isSlot = false
        waitingUpdateBytes += line[index].bytes.count
        writer.removeAll()
    }

    // MARK: Writing

    /// Writes as much as the reader takes.
    func flush() {
        if failure != nil { return }
        if writer.count > 0, line.isEmpty { flushWriter() }
        while !line.isEmpty, flushFirst() {}
    }

    private func flushWriter() {
        var done = 0
        let total = writer.count
        writer.withUnsafeBytes { bytes in
            while done < total {
                switch sink.write(.init(rebasing: bytes[done...])) {
                case .written(let count): done += count
                case .wouldBlock: return
                case .broken(let error):
                    failure = error
                    return
                }
            }
        }
        if done < total, failure == nil { line(up: done) }
        marks.removeAll(keepingCapacity: true)
        writer.removeAll()
    }

    /// Puts the frames that were not written in line.
    private func line(up done: Int) {
        var start = done
        for mark in marks where mark.end > done {
            // The frame that has been begun belongs to nobody: it can't be replaced.
            let isBegun = start == done && marks.contains { $0.end == done } == false && done > 0
            let bytes = writer.withUnsafeBytes { Array($0[start..<mark.end]) }
            append(bytes, isBegun ? nil : mark.subscription, base: mark.base)
            start = mark.end
        }
    }

    /// Writes what it can of the first entry; false if the reader takes no more for now.
    private func flushFirst() -> Bool {
        fill(0)
        let entry = line[0]
        var result = OutputWriter.Result.written(0)
        entry.bytes.withUnsafeBytes { bytes in
            result = sink.write(.init(rebasing: bytes[firstOffset...]))
        }
        switch result {
        case .written(let count): firstOffset += count
        case .wouldBlock: return false
        case .broken(let error):
            failure = error
            return false
        }
        if firstOffset == entry.bytes.count {
            if entry.subscription != nil {
                waitingUpdates -= 1
                waitingUpdateBytes -= entry.bytes.count
            } else {
                waitingAnswerBytes -= entry.bytes.count
            }
            line.removeFirst()
            firstNumber += 1
            firstOffset = 0
        }
        return true
    }
}
