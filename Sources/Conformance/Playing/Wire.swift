import DequeModule
import Glibc
import JSON
import SystemPackage

/// One conversation with a program that is tried: what it has said there, and what it has still to be told.
///
/// Nothing blocks: what the program does not take waits here.
final class Wire {
    /// The descriptors, how each direction is ended, and how both are given back at last.
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
    /// How many bytes the program has taken.
    private(set) var takenCount = 0
    /// Whether nothing is read for now.
    var isPaused = false
    /// Whether nothing is read as long as something has still to be told.
    var writesFirst = false
    private(set) var hasInput = true
    private(set) var hasOutput = true
    /// Whether this side has stopped reading.
    private(set) var isDeaf = false
    /// All that the program said, where that is kept.
    private(set) var said: [UInt8] = []
    /// What was wrong with the form of what it said.
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

    /// Whether a frame has come that nobody has taken.
    var hasFrame: Bool { !frames.isEmpty }

    /// The oldest frame that nobody has taken.
    func takeFrame() -> JSONValue { frames.removeFirst() }

    /// Tells the program something, as far as it takes it now.
    func send(_ bytes: some Sequence<UInt8>) {
        unwritten += bytes
        write()
    }

    /// Lets the input end, behind what has still to be told.
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

    /// Goes away at once.
    func close() {
        closeInput()
        closeOutput()
        if !isClosed { ends.close() }
        isClosed = true
    }

    /// Notes a frame that has begun and does not end; what that means, nil where there is none.
    func noteUnfinished() -> String? {
        guard !reader.isAtEnd else { return nil }
        let reason = "a frame begins and does not end: \(reader.beginning)"
        faults.append(Fault(reader.hasHeaders ? ["T-10", "T-11"] : ["T-5"], reason))
        return reason
    }

    // MARK: Polling

    /// Whether the program has not yet taken all that it was told.
    var isWriting: Bool { hasInput && written < unwritten.count }

    /// What it waits for.
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

    /// Does what a descriptor is ready for.
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
    /// What can be read now; nil at the end.
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
