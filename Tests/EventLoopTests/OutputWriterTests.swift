import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import FHEventLoop

@Suite(.hangLimit)
struct OutputWriterTests {
    init() {
        ignoreSIGPIPE()
    }

    private let megabyte = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)

    private func write(_ writer: OutputWriter, _ bytes: some Collection<UInt8>) -> OutputWriter.Result {
        Array(bytes).withUnsafeBytes { writer.write($0) }
    }

    @Test(arguments: [Ends.pipe, Ends.socket, Ends.terminal]) func aReaderThatDoesNotReadNeverBlocksTheWriter(
        make: @Sendable () throws -> Ends
    ) throws {
        let loop = try PollLoop()
        let ends = try make()
        let descriptor = ends.kindOfPipe ? ends.second : ends.first
        let writer = OutputWriter(descriptor, on: loop) { Issue.record("there is no room") }

        guard case .written(let count) = write(writer, megabyte) else {
            Issue.record("an empty pipe takes something")
            return
        }
        #expect(count > 0 && count < megabyte.count)
        // A socket may accept one more chunk, and a terminal may free space a moment later.
        var result = write(writer, megabyte)
        while case .written = result { result = write(writer, megabyte) }
        #expect(result == .wouldBlock)
        #expect(!ends.first.isNonBlocking)
        #expect(!ends.second.isNonBlocking)
        writer.cancel()
        #expect(write(writer, "x".utf8) == .broken(.badFileDescriptor))
    }

    @Test(arguments: [Ends.pipe, Ends.socket]) func aBufferKeepsTheBytesThatWereNotWritten(
        make: @Sendable () throws -> Ends
    ) throws {
        let loop = try PollLoop()
        let ends = try make()
        let writer = OutputWriter(ends.kindOfPipe ? ends.second : ends.first, on: loop) {}
        var buffer = Array("ab".utf8)
        #expect(writer.write(from: &buffer) && buffer.isEmpty)
        buffer = megabyte
        #expect(writer.write(from: &buffer))
        #expect(!buffer.isEmpty && buffer.count < megabyte.count)
        writer.cancel()
        #expect(!writer.write(from: &buffer) && buffer.isEmpty)
    }

    @Test(arguments: [Ends.pipe, Ends.socket]) func everythingArrivesInOrder(
        make: @Sendable () throws -> Ends
    ) throws {
        let loop = try PollLoop()
        let ends = try make()
        let descriptor = ends.kindOfPipe ? ends.second : ends.first
        let reading = ends.kindOfPipe ? ends.first : ends.second
        let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 4) }
        let received = Monitor<[UInt8]>([])
        try! startThread {
            let all = reading.readToEnd()
            received.withLock { $0 = all }
            loop.stop()
        }

        var writer: OutputWriter?
        var sent = 0
        var waits = 0
        func send() {
            while let writer, sent < bytes.count {
                switch bytes.withUnsafeBytes({ writer.write(UnsafeRawBufferPointer(rebasing: $0[sent...])) }) {
                case .written(let count): sent += count
                case .wouldBlock: waits += 1; return
                case .broken(let code): Issue.record("broken: \(code)"); return loop.stop()
                }
            }
            writer?.cancel()
            if ends.kindOfPipe { ends.closeSecond() } else { ends.closeFirst() }
        }
        writer = OutputWriter(descriptor, on: loop) { send() }
        loop.schedule(afterMilliseconds: 0) { send() }
        loop.runHere()
        #expect(received.withLock { $0 } == bytes)
    }

    @Test func onWritableIsCalledOncePerFullWrite() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        var calls = 0
        let writer = OutputWriter(ends.second, on: loop) {
            calls += 1
            loop.post { loop.post { loop.stop() } }
        }
        #expect(write(writer, megabyte) == .written(65536))
        _ = ends.first.readSome()
        loop.runHere()
        #expect(calls == 1)
    }

    @Test func theLoopHoldsTheWriterOnlyWhileOutputWaits() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        let ghost = {
            let writer = OutputWriter(ends.second, on: loop) { loop.stop() }
            #expect(write(writer, megabyte) == .written(65536))
            return Ghost(writer)
        }()
        #expect(ghost.object != nil)
        loop.schedule(afterMilliseconds: 0) {
            _ = ends.first.readSome()
            loop.schedule(afterMilliseconds: 0) { #expect(ghost.object == nil) }
        }
        loop.runHere()
        #expect(ghost.object == nil)
    }

    @Test func aVanishedReaderIsBroken() throws {
        let loop = try PollLoop()
        let (pipe, socket) = (try Ends.pipe(), try Ends.socket())
        let toPipe = OutputWriter(pipe.second, on: loop) {}
        let toSocket = OutputWriter(socket.first, on: loop) {}
        #expect(write(toPipe, "x".utf8) == .written(1))
        pipe.closeFirst()
        socket.closeSecond()
        #expect(write(toPipe, "x".utf8) == .broken(.brokenPipe))
        #expect(write(toPipe, "x".utf8) == .broken(.brokenPipe))
        #expect(write(toSocket, "x".utf8) == .broken(.brokenPipe))
    }

    @Test func aReaderThatVanishesWhileOutputWaitsIsBroken() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        var result: OutputWriter.Result?
        var writer: OutputWriter?
        writer = OutputWriter(ends.second, on: loop) {
            result = writer.map { self.write($0, "x".utf8) }
            loop.stop()
        }
        _ = writer.map { write($0, megabyte) }
        ends.closeFirst()
        loop.runHere()
        #expect(result == .broken(.brokenPipe))
    }

    @Test func aTerminalThatWasHungUpIsBroken() throws {
        let loop = try PollLoop()
        let ends = try Ends.terminal()
        let writer = OutputWriter(ends.first, on: loop) {}
        #expect(writer.kind == .terminal)
        #expect(write(writer, "hi".utf8) == .written(2))
        #expect(ends.second.readString() == "hi")
        ends.closeSecond()
        #expect(write(writer, "x".utf8) == .broken(.ioError))
    }

    @Test func theMasterOfATerminalIsNotOpenedAgain() throws {
        let ends = try Ends.terminal()
        guard case .cautious = OutputPath(ends.second.rawValue, .terminal) else {
            Issue.record("opening the master makes another pair")
            return
        }
    }

    @Test func anInheritedNonBlockingPipeWorksAndStaysSo() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        ends.second.isNonBlocking = true
        let writer = OutputWriter(ends.second, on: loop) {}
        #expect(write(writer, megabyte) == .written(65536))
        #expect(write(writer, megabyte) == .wouldBlock)
        #expect(ends.second.isNonBlocking)
        writer.cancel()
    }

    @Test(arguments: [false, true]) func withoutProcAPipeIsWrittenWithCaution(isNonBlocking: Bool) throws {
        let ends = try Ends.pipe()
        ends.second.isNonBlocking = isNonBlocking
        let path = OutputPath.cautious(ends.second.rawValue)
        var taken = 0
        while case .took(let count, isFull: false) = megabyte.withUnsafeBytes({ path.write($0) }) {
            #expect(count == 4096)
            taken += count
        }
        #expect(taken == 65536)
        #expect(megabyte.withUnsafeBytes { path.write($0) } == .took(0, isFull: true))
        ends.closeFirst()
        #expect(megabyte.withUnsafeBytes { path.write($0) } == .failed(.brokenPipe))
    }

    @Test func aFileTakesEverything() throws {
        let loop = try PollLoop()
        let ends = try Ends.file()
        let writer = OutputWriter(ends.second, on: loop) {}
        #expect(write(writer, megabyte) == .written(megabyte.count))
        #expect(ends.first.readToEnd() == megabyte)
    }

    @Test func aDeviceTakesEverythingOrIsFull() throws {
        let loop = try PollLoop()
        let (null, full) = (try Ends.device("/dev/null"), try Ends.device("/dev/full"))
        let toNull = OutputWriter(null.first, on: loop) {}
        let toFull = OutputWriter(full.first, on: loop) {}
        #expect(write(toNull, megabyte) == .written(megabyte.count))
        #expect(write(toNull, []) == .written(0))
        #expect(write(toFull, "x".utf8) == .broken(.noSpace))
    }

    @Test func itsOwnDescriptionIsClosedWithTheWriter() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        do {
            let writer = OutputWriter(ends.second, on: loop) {}
            #expect(write(writer, "x".utf8) == .written(1))
        }
        ends.closeSecond()
        // If another descriptor of the pipe were open, this call would never return.
        #expect(ends.first.readToEnd() == Array("x".utf8))
    }

    @Test func thatTheLastReaderOfAPipeIsGoneIsToldWhileNothingIsWritten() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        var hangUps = 0
        let writer = OutputWriter(
            ends.second, on: loop,
            onHangUp: {
                hangUps += 1
                loop.post { loop.post { loop.stop() } }
            }, onWritable: { Issue.record("nothing waits") })
        #expect(write(writer, "x".utf8) == .written(1))
        loop.schedule(afterMilliseconds: 0) { ends.closeFirst() }
        loop.runHere()
        #expect(hangUps == 1)
        #expect(write(writer, "x".utf8) == .broken(.brokenPipe))
    }
}

extension Ends {
    /// True for a pipe, in which only the second end is for writing.
    fileprivate var kindOfPipe: Bool {
        DescriptorKind(first) == .pipe
    }
}
