import FHTerminalScreen
import TestSupport
import Testing

/// Events from the bytes of a terminal, which may arrive in pieces of any length.
@Suite struct InputDecoderTests {
    private static let sequences: [(String, [InputEvent])] = [
        ("a", [.key(.character("a"))]), ("é宿🙂", [.key(.character("é")), .key(.character("宿")), .key(.character("🙂"))]),
        ("\r", [.key(Key(.enter))]), ("\n", [.key(Key(.enter))]), ("\t", [.key(Key(.tab))]),
        ("\u{7F}", [.key(Key(.backspace))]), ("\u{8}", [.key(Key(.backspace))]), ("\u{0}", [.key(.control(" "))]),
        ("\u{1}", [.key(.control("a"))]), ("\u{1F}", [.key(.control("_"))]), ("\u{1A}", [.key(.control("z"))]),
        ("\u{1B}[A", [.key(Key(.up))]), ("\u{1B}OB", [.key(Key(.down))]),
        ("\u{1B}[1;5C", [.key(Key(.right, .control))]),
        ("\u{1B}[1;2D", [.key(Key(.left, .shift))]), ("\u{1B}[Z", [.key(Key(.tab, .shift))]),
        ("\u{1B}[H", [.key(Key(.home))]), ("\u{1B}[4~", [.key(Key(.end))]), ("\u{1B}[3~", [.key(Key(.delete))]),
        ("\u{1B}[5~\u{1B}[6~", [.key(Key(.pageUp)), .key(Key(.pageDown))]), ("\u{1B}[2~", [.key(Key(.insert))]),
        ("\u{1B}OP", [.key(Key(.function(1)))]), ("\u{1B}[15~", [.key(Key(.function(5)))]),
        ("\u{1B}[24~", [.key(Key(.function(12)))]), ("\u{1B}[[A", [.key(Key(.function(1)))]),
        ("\u{1B}[97;5u", [.key(.control("a"))]), ("\u{1B}[27;5;13~", [.key(Key(.enter, .control))]),
        // Reports of the focus, which another program may have switched on, are no keys.
        ("a\u{1B}[I\u{1B}[Ob", [.key(.character("a")), .key(.character("b"))]),
        ("\u{1B}[<0;3;5M", [.mouse(MouseEvent(.press, at: Point(2, 4)))]),
        ("\u{1B}[<0;3;5m", [.mouse(MouseEvent(.release, at: Point(2, 4)))]),
        ("\u{1B}[<20;1;1M", [.mouse(MouseEvent(.press, at: Point(0, 0), modifiers: [.shift, .control]))]),
        ("\u{1B}[<64;1;1M", [.mouse(MouseEvent(.wheelUp, at: Point(0, 0)))]),
        ("\u{1B}[<65;1;1M", [.mouse(MouseEvent(.wheelDown, at: Point(0, 0)))]),
        ("\u{1B}[<32;9;9M", [.mouse(MouseEvent(.drag, at: Point(8, 8)))]), ("\u{1B}[<0;0;5M", []),
        ("\u{1B}[200~a\u{1B}[A\nb\u{1B}[201~c", [.paste("a\u{1B}[A\nb"), .key(.character("c"))]),
        ("\u{1B}[200~\u{1B}[201~", [.paste("")]),
        ("\u{1B}]11;rgb:ffff/8080/0000\u{1B}\\", [.background(red: 255, green: 128, blue: 0)]),
        ("\u{1B}]11;rgb:f/8/0\u{7}", [.background(red: 255, green: 136, blue: 0)]), ("\u{1B}]11;rgb:f/8\u{7}", []),
        ("\u{1B}[?2026;2$y", [.synchronization(true)]), ("\u{1B}[?2026;0$y", [.synchronization(false)]),
        ("\u{1B}[?1;2c", []), ("\u{1B}P1$r\u{1B}\\x", [.key(.character("x"))]),
        ("\u{1B}[99999999999999999999~", []), ("\u{1B}[1;1R", [.key(Key(.function(3)))]),
        ("\u{1B}[1;\u{3}", [.key(.control("c"))]),
    ]

    private static func name(_ events: [InputEvent]) -> String { events.map { "\($0)" }.joined(separator: ", ") }

    @Test func aSequenceGivesItsEvents() {
        for (text, events) in Self.sequences {
            let decoder = Decoding()
            let found = decoder.decode(Array(text.utf8))
            #expect(found == events, "\(text.debugDescription)")
            #expect(!decoder.isIncomplete, "\(text.debugDescription)")
        }
    }

    @Test func aSequenceInPiecesGivesTheSameEvents() {
        for (text, events) in Self.sequences {
            let bytes = Array(text.utf8)
            for place in 0...bytes.count {
                let decoder = Decoding()
                let found = decoder.decode(bytes[..<place]) + decoder.decode(bytes[place...])
                #expect(found == events, "\(text.debugDescription) at \(place)")
            }
            let decoder = Decoding()
            #expect(bytes.flatMap { decoder.decode([$0]) } == events, "\(text.debugDescription) byte by byte")
        }
    }

    @Test func randomBytesInPiecesGiveTheSameEvents() {
        forEachSeed(300) { seed, generator in
            let common = Array("\u{1B}[O;~02<M]\u{7}\\é".utf8) + [0xF0]
            let paste = Array("\u{1B}[200~".utf8), end = Array("\u{1B}[201~".utf8)
            var bytes: [UInt8] = []
            for _ in 0..<Int.random(in: 0...60, using: &generator) {
                switch Int.random(in: 0..<20, using: &generator) {
                case 0: bytes += paste
                case 1: bytes += end
                case 2...14: bytes.append(common.randomElement(using: &generator) ?? 0)
                default: bytes.append(.random(in: 0...255, using: &generator))
                }
            }
            let hasAltKeys = Bool.random(using: &generator)
            let whole = Decoding(hasAltKeys: hasAltKeys)
            var events = whole.decode(bytes)
            let pieces = Decoding(hasAltKeys: hasAltKeys)
            var found: [InputEvent] = []
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Int.random(in: 1...rest.count, using: &generator)
                found += pieces.decode(rest.prefix(count))
                rest = rest.dropFirst(count)
            }
            events += whole.flush()
            found += pieces.flush()
            #expect(Self.name(events) == Self.name(found), "seed \(seed)")
            #expect(!whole.isIncomplete, "seed \(seed)")
        }
    }

    @Test func anEscapeByteWaitsForTheNextByte() {
        let decoder = Decoding()
        #expect(decoder.decode([0x1B]).isEmpty && decoder.isIncomplete)
        #expect(decoder.flush() == [.key(Key(.escape))] && !decoder.isIncomplete)
        #expect(decoder.decode([0x1B, 0x1B]) == [.key(Key(.escape))] && decoder.isIncomplete)
        #expect(decoder.decode([0x71]) == [.key(Key(.escape)), .key(.character("q"))])
        #expect(decoder.decode([0x1B, 0x5B]).isEmpty)
        #expect(decoder.flush() == [.key(Key(.escape)), .key(.character("["))])
    }

    @Test func anEscapeByteIsTheAltKeyIfAltKeysAreWanted() {
        let decoder = Decoding(hasAltKeys: true)
        #expect(decoder.decode(Array("\u{1B}b".utf8)) == [.key(Key(.character("b"), .alt))])
        #expect(decoder.decode(Array("\u{1B}é".utf8)) == [.key(Key(.character("é"), .alt))])
        #expect(decoder.decode(Array("\u{1B}[1;3A".utf8)) == [.key(Key(.up, .alt))])
        #expect(decoder.decode([0x1B]).isEmpty && decoder.flush() == [.key(Key(.escape))])
        #expect(decoder.decode(Array("\u{1B}[1".utf8)).isEmpty)
        #expect(decoder.flush() == [.key(Key(.character("["), .alt)), .key(.character("1"))])
    }

    @Test func incompleteKeysAfterAnEscapeByteAreDecoded() {
        let broken = Key(.character("\u{FFFD}"))
        let decoder = Decoding(hasAltKeys: true)
        #expect(decoder.decode([0x1B, 0xC3]).isEmpty)
        #expect(decoder.flush() == [.key(Key(broken.code, .alt))] && !decoder.isIncomplete)
        #expect(Decoding.flushed([0x1B, 0x5D, 0xC3]) == [.key(Key(.escape)), .key(.character("]")), .key(broken)])
        let escape = InputEvent.key(Key(.escape))
        #expect(Decoding.flushed([0x1B, 0x5D, 0x1B]) == [escape, .key(.character("]")), escape])
    }

    @Test func anExpectedReportOfTheCursorIsNoKey() {
        let decoder = Decoding()
        decoder.expectsCursor = true
        #expect(decoder.decode(Array("\u{1B}[3;9R".utf8)) == [.cursor(Point(8, 2))])
        #expect(decoder.decode(Array("\u{1B}[0;0R".utf8)) == [.cursor(Point(0, 0))])
    }

    @Test func aPasteWaitsForItsEndWithoutATimeout() {
        let decoder = Decoding()
        #expect(decoder.decode(Array("\u{1B}[200~milk\u{1B}[20".utf8)).isEmpty)
        #expect(!decoder.isIncomplete && decoder.flush().isEmpty)
        #expect(decoder.decode(Array("1~".utf8)) == [.paste("milk")])
    }

    @Test func aSequenceWithoutAnEndIsDropped() {
        let decoder = Decoding()
        #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 10_000)).isEmpty)
        #expect(decoder.decode([0x61]) == [.key(.character("a"))])
    }

    @Test func invalidUTF8IsAReplacementCharacter() {
        let broken = InputEvent.key(.character("\u{FFFD}"))
        let decoder = Decoding()
        #expect(decoder.decode([0x80, 0x61]) == [broken, .key(.character("a"))])
        #expect(decoder.decode([0xC3, 0x61]) == [broken, .key(.character("a"))])
        #expect(decoder.decode([0xE5, 0xAE]).isEmpty && decoder.flush() == [broken])
    }
}

/// A decoder as a class, because a mutating call can't be part of an expectation.
private final class Decoding {
    private var decoder: InputDecoder

    init(hasAltKeys: Bool = false) { decoder = InputDecoder(hasAltKeys: hasAltKeys) }

    var isIncomplete: Bool { decoder.isIncomplete }
    var expectsCursor: Bool {
        get { decoder.expectsCursor }
        set { decoder.expectsCursor = newValue }
    }

    /// Returns the events of bytes after which no more follow.
    static func flushed(_ bytes: [UInt8]) -> [InputEvent] {
        let decoding = Decoding()
        return decoding.decode(bytes) + decoding.flush()
    }

    func decode(_ bytes: some Sequence<UInt8>) -> [InputEvent] { decoder.decode(bytes) }
    func flush() -> [InputEvent] { decoder.flush() }
}
