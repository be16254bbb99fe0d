import DequeModule
import FHJSON
import Glibc
import SystemPackage

/// One connection to a tested program.
///
/// It stores the received frames, and the input that is not written yet.
///
/// No operation blocks: input that the program does not read is queued.
final class Wire {
    /// The descriptors, with a function that closes each direction and a function that releases the descriptors.
    struct Ends {
        let input: FileDescriptor
        let output: FileDescriptor
        let closeInput: () -> Void
        let closeOutput: () -> Void
        var close: () -> Void = {}
    }

    private let ends: Ends
    private let writesSingleBytes: Bool
    private let keepsOutput: Bool
    private var reader: FrameReader
    private var frames: Deque<JSONValue> = []
    private var unwritten: [UInt8] = []
    private var written = 0
    private var endsInput = false
    private var isClosed = false
    /// The number of bytes that were written to the program.
    private(set) var takenCount = 0
    /// True if reading is paused.
    var isPaused = false
    /// True if reading is paused until the queued input is written.
    var writesFirst = false
    private(set) var hasInput = true
    private(set) var hasOutput = true
    /// True if this side has closed its end of the output.
    private(set) var isDeaf = false
    /// The complete output, if it is kept; otherwise empty.
    private(set) var said: [UInt8] = []
    /// The format errors of the output.
    private(set) var faults: [Fault] = []

    init(_ ends: Ends, _ way: Scenario.Way, keepsOutput: Bool = false, of party: Party = .host) {
        self.ends = ends
        self.keepsOutput = keepsOutput
        reader = FrameReader(hasHeaders: way == .headers, of: party)
        writesSingleBytes = way == .bytes
        for end in [ends.input, ends.output] {
            _ = fcntl(end.rawValue, F_SETFL, fcntl(end.rawValue, F_GETFL) | O_NONBLOCK)
        }
    }

    var hasFrame: Bool { !frames.isEmpty }

    /// Removes and returns the oldest frame.
    func takeFrame() -> JSONValue { frames.removeFirst() }

    /// Sends bytes to the program.
    ///
    /// Queues the bytes that the program does not read now.
    func send(_ bytes: some Sequence<UInt8>) {
        unwritten += bytes
        write()
    }

    /// Ends the input after the queued bytes are written.
    func endInput() {
        endsInput = true
        write()
    }

    /// Stops reading.
    func closeOutput() {
        if !isDeaf { ends.closeOutput() }
        isDeaf = true
        hasOutput = false
    }

    /// Closes both directions immediately.
    func close() {
        closeInput()
        closeOutput()
        if !isClosed { ends.close() }
        isClosed = true
    }

    /// Adds a fault if the output so far ends with an incomplete frame; returns the error, or nil for complete frames.
    func noteUnfinished() -> String? {
        guard !reader.isAtEnd else { return nil }
        let reason = "a frame begins and does not end: \(reader.beginning)"
        faults.append(Fault(reader.hasHeaders ? ["T-10", "T-11"] : ["T-5"], reason))
        return reason
    }

    // MARK: Polling

    /// True if queued input is not written yet.
    var isWriting: Bool { hasInput && written < unwritten.count }

    /// The descriptors to poll.
    var interests: [pollfd] {
        var entries: [pollfd] = []
        if hasOutput, !isPaused, !(writesFirst && isWriting) {
            entries.append(pollfd(fd: ends.output.rawValue, events: Int16(POLLIN), revents: 0))
        }
        if isWriting {
            entries.append(pollfd(fd: ends.input.rawValue, events: Int16(POLLOUT), revents: 0))
        }
        return entries
    }

    /// Reads or writes a descriptor that is ready.
    func serve(_ entry: pollfd) {
        if entry.events & Int16(POLLIN) != 0, entry.fd == ends.output.rawValue { readOutput() }
        if entry.events & Int16(POLLOUT) != 0, entry.fd == ends.input.rawValue { write() }
    }

    private func readOutput() {
        guard hasOutput else { return }
        guard let bytes = ends.output.readNow() else {
            hasOutput = false
            if !reader.isAtEnd {
                faults.append(Fault([reader.hasHeaders ? "T-10" : "T-5"], "its output ends within a frame"))
            }
            return
        }
        if keepsOutput { said += bytes }
        for piece in reader.feed(bytes) {
            switch piece {
            case .frame(let frame): frames.append(frame)
            case .fault(let fault): faults.append(fault)
            }
        }
    }

    private func write() {
        while hasInput, written < unwritten.count {
            let end = writesSingleBytes && !writesFirst ? written + 1 : unwritten.count
            do {
                let count = try unwritten[written..<end].withUnsafeBytes { try ends.input.write($0) }
                written += count
                takenCount += count
            } catch Errno.resourceTemporarilyUnavailable {
                return
            } catch {
                closeInput()
            }
        }
        unwritten.removeAll(keepingCapacity: true)
        written = 0
        writesFirst = false
        if endsInput { closeInput() }
    }

    private func closeInput() {
        guard hasInput else { return }
        hasInput = false
        ends.closeInput()
    }
}

extension FileDescriptor {
    /// Reads the available bytes; nil at the end, and if reading fails.
    func readNow() -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        do {
            let count = try buffer.withUnsafeMutableBytes { try read(into: $0) }
            return count == 0 ? nil : Array(buffer[..<count])
        } catch Errno.resourceTemporarilyUnavailable {
            return []
        } catch {
            return nil
        }
    }
}
