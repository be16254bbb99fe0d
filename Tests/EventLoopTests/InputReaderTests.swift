import FHEventLoop
import Glibc
import SystemPackage
import TestSupport
import Testing

@Suite(.hangLimit)
struct InputReaderTests {
    /// Reads all input on a loop and returns it with the final result.
    private func readAll(
        _ descriptor: FileDescriptor, buffer size: Int = 4096, kind: DescriptorKind,
        whenEmpty: @escaping () -> Void = {}
    ) throws -> (text: String, end: InputReader.Result?) {
        let loop = try PollLoop()
        var bytes: [UInt8] = []
        var end: InputReader.Result?
        var reader: InputReader?
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 1)
        defer { buffer.deallocate() }
        reader = InputReader(descriptor, on: loop) {
            while let reader {
                switch reader.read(into: buffer) {
                case .bytes(let count): bytes += buffer.prefix(count)
                case .wouldBlock: return whenEmpty()
                case let result:
                    end = result
                    #expect(reader.read(into: buffer) == result, "the end stays the end")
                    return loop.stop()
                }
            }
        }
        #expect(reader?.kind == kind)
        loop.runHere()
        return (String(decoding: bytes, as: UTF8.self), end)
    }

    @Test(arguments: [1, 4096]) func aPipeEndsWithItsWriter(buffer: Int) throws {
        let ends = try Ends.pipe()
        try ends.second.writeAll("hello".utf8)
        let result = try readAll(ends.first, buffer: buffer, kind: .pipe) { ends.closeSecond() }
        #expect(result == ("hello", .end))
        #expect(!ends.first.isNonBlocking)
    }

    @Test func aSocketEndsWithItsPeer() throws {
        let ends = try Ends.socket()
        try ends.second.writeAll("hello".utf8)
        let result = try readAll(ends.first, kind: .socket) { ends.closeSecond() }
        #expect(result == ("hello", .end))
        #expect(!ends.first.isNonBlocking)
    }

    @Test(arguments: [1, 4096]) func aRegularFileEnds(buffer: Int) throws {
        let ends = try Ends.file("hello")
        let result = try readAll(ends.first, buffer: buffer, kind: .file)
        #expect(result == ("hello", .end))
    }

    @Test func devNullEnds() throws {
        let ends = try Ends.device("/dev/null")
        let result = try readAll(ends.first, kind: .device)
        #expect(result == ("", .end))
    }

    @Test func aTerminalGivesLinesAndEndsWithControlD() throws {
        let ends = try Ends.terminal()
        try ends.second.writeAll("one\ntwo\n".utf8)
        let result = try readAll(ends.first, kind: .terminal) { _ = try? ends.second.writeAll([4]) }
        #expect(result == ("one\ntwo\n", .end))
        #expect(!ends.first.isNonBlocking)
    }

    @Test func aTerminalEndsWithItsMasterAndTheMasterWithIt() throws {
        let ends = try Ends.terminal()
        try ends.second.writeAll("one\n".utf8)
        let result = try readAll(ends.first, kind: .terminal) { ends.closeSecond() }
        #expect(result == ("one\n", .end))

        let others = try Ends.terminal()
        others.closeFirst()
        #expect(try readAll(others.second, kind: .terminal) == ("", .end))
    }

    @Test func aDirectoryFails() throws {
        let directory = open("/", O_RDONLY)
        defer { close(directory) }
        let result = try readAll(FileDescriptor(rawValue: directory), kind: .other)
        #expect(result == ("", .failed(.isDirectory)))
    }

    @Test func aDescriptorThatIsNotOpenFails() throws {
        let result = try readAll(FileDescriptor(rawValue: 1_000_000), kind: .other)
        #expect(result == ("", .failed(.badFileDescriptor)))
    }

    @Test func anInheritedNonBlockingPipeWorksAndStaysSo() throws {
        let ends = try Ends.pipe()
        ends.first.isNonBlocking = true
        try ends.second.writeAll("hello".utf8)
        let result = try readAll(ends.first, kind: .pipe) { ends.closeSecond() }
        #expect(result == ("hello", .end))
        #expect(ends.first.isNonBlocking)
    }

    @Test(arguments: [Ends.pipe, Ends.socket, Ends.terminal]) func aReadOutsideOfTheHandlerDoesNotBlock(
        make: @Sendable () throws -> Ends
    ) throws {
        let loop = try PollLoop()
        let ends = try make()
        let reader = InputReader(ends.first, on: loop) {}
        var bytes: [UInt8] = [0, 0, 0]
        #expect(bytes.withUnsafeMutableBytes { reader.read(into: $0) } == .wouldBlock)
        try ends.second.writeAll("x\n".utf8)
        // The line discipline of a terminal may deliver the line a moment later.
        while bytes.withUnsafeMutableBytes({ reader.read(into: $0) }) == .wouldBlock {}
        #expect(bytes == Array("x\n\0".utf8))
        reader.cancel()
    }

    @Test func aPausedReaderIsNotCalled() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        try ends.second.writeAll("hello".utf8)
        var calls = 0
        let reader = InputReader(ends.first, on: loop) {
            calls += 1
            loop.stop()
        }
        reader.pause()
        var turns = 0
        loop.beforePoll {
            turns += 1
            #expect(turns > 5 || calls == 0)
            if turns == 5 { reader.resume() }
            loop.post {}
        }
        loop.runHere()
        #expect(calls == 1)
    }

    @Test func theLoopHoldsTheReaderUntilItsEnd() throws {
        let loop = try PollLoop()
        let ends = try Ends.pipe()
        let ghost = {
            Ghost(InputReader(ends.first, on: loop) { Issue.record("nothing to read") })
        }()
        #expect(ghost.object != nil)
        ghost.object?.cancel()
        #expect(ghost.object == nil)
        // After the cancellation the descriptor may be closed.
        ends.closeFirst()
        loop.post { loop.stop() }
        loop.runHere()
    }
}
