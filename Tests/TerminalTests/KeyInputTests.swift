import FHEventLoop
import FHTerminalScreen
import Glibc
import Testing

@testable import FHTerminalProgram

/// Keys that are read from a descriptor.
@Suite struct KeyInputTests {
    /// Writes bytes to a pipe in pieces, each after the events of the piece before.
    private static func events(of pieces: [String]) throws -> [InputEvent] {
        var ends: [Int32] = [0, 0]
        try #require(pipe(&ends) == 0)
        let loop = try PollLoop()
        var rest = pieces[...]
        var events: [InputEvent] = []
        func writeNext() {
            guard let piece = rest.popFirst() else { return _ = close(ends[1]) }
            _ = write(ends[1], piece, piece.utf8.count)
        }
        let input = KeyInput(
            ends[0], on: loop,
            handle: { event in
                events.append(event)
                writeNext()
            }, ended: { loop.stop() })
        writeNext()
        loop.run()
        input.cancel()
        close(ends[0])
        return events
    }

    @Test func anEscapeByteRightBeforeACharacterIsTheAltKey() throws {
        let alt = Key(.character("b"), .alt)
        #expect(try Self.events(of: ["\u{1B}b"]) == [.key(alt)])
    }

    @Test func aLoneEscapeByteIsTheEscapeKeyAfterAPause() throws {
        #expect(try Self.events(of: ["\u{1B}", "b"]) == [.key(Key(.escape)), .key(.character("b"))])
    }
}
