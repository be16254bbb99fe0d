import FHTerminalModel
import FHTerminalScreen
import TestSupport
import Testing

/// Frames on a model of a terminal, which must show the drawn cells, whatever it showed before.
@Suite struct ScreenTests {
    /// The capabilities of terminals by name.
    ///
    /// They are read only once, because the terminfo database must not be read by several threads at a time.
    private static let terminals: [String: Capabilities] = {
        let direct = ["COLORTERM": "truecolor"]
        let names = ["xterm-256color", "screen-256color", "tmux-256color"]
        return Dictionary(
            uniqueKeysWithValues: names.compactMap { name in
                Capabilities(terminal: name) { direct[$0] }.map { (name, $0) }
            })
    }()

    private static func capabilities(_ name: String) throws -> Capabilities {
        try #require(terminals[name], "the database has no \(name)")
    }

    // MARK: Random frames

    @Test(arguments: ["xterm-256color", "screen-256color", "tmux-256color"])
    func aTerminalShowsTheFrame(_ name: String) throws {
        let capabilities = try Self.capabilities(name)
        forEachSeed(30) { seed, generator in
            let size = Size(.random(in: 1...40, using: &generator), .random(in: 1...12, using: &generator))
            let screen = Screen(capabilities, size)
            var terminal = TerminalModel(size)
            terminal.write(screen.begin())
            var drawing = RandomDrawing(size)
            for frame in 0..<15 {
                drawing.change(using: &generator)
                let canvas = drawing.draw(on: screen.canvas())
                terminal.write(screen.show(canvas))
                if let difference = terminal.difference(from: canvas) {
                    Issue.record("seed \(seed), frame \(frame), \(size): \(difference)")
                    return
                }
            }
            #expect(terminal.unknown.isEmpty, "seed \(seed)")
        }
    }

    // MARK: What is written

    @Test func anEqualFrameIsNotWritten() throws {
        let screen = Screen(try Self.capabilities("xterm-256color"), Size(20, 3))
        _ = screen.begin()
        for expected in [false, true] {
            var canvas = screen.canvas()
            canvas.put("Buy milk", at: Point(2, 1), Style(.bold))
            #expect(screen.show(canvas).isEmpty == expected)
        }
    }

    @Test func aChangedCharacterIsWrittenInFewBytes() throws {
        let screen = Screen(try Self.capabilities("xterm-256color"), Size(80, 24))
        _ = screen.begin()
        for text in ["Buy milk", "Buy silk"] {
            var canvas = screen.canvas()
            for y in 0..<24 { canvas.put("\(y) \(text)", at: Point(0, y)) }
            let bytes = screen.show(canvas)
            if text == "Buy silk" { #expect(bytes.count < 24 * 10, "\(bytes.count) bytes") }
        }
    }

    @Test func rowsThatMoveAreScrolled() throws {
        let size = Size(60, 20)
        let screen = Screen(try Self.capabilities("xterm-256color"), size)
        var terminal = TerminalModel(size)
        terminal.write(screen.begin())
        for first in [0, 1, 3, 2, 0] {
            var canvas = screen.canvas()
            for y in 0..<20 { canvas.put("row \(first + y): \(String(repeating: "x", count: 40))", at: Point(0, y)) }
            let bytes = screen.show(canvas)
            terminal.write(bytes)
            #expect(terminal.difference(from: canvas) == nil)
            if first > 0 { #expect(bytes.count < 300, "\(bytes.count) bytes") }
        }
    }

    @Test func aForgottenScreenIsWrittenCompletely() throws {
        let screen = Screen(try Self.capabilities("xterm-256color"), Size(20, 3))
        _ = screen.begin()
        var canvas = screen.canvas()
        canvas.put("Buy milk", at: Point(0, 0))
        _ = screen.show(canvas)
        let larger = Size(30, 4)
        screen.forget(size: larger)
        var terminal = TerminalModel(larger)
        var other = screen.canvas()
        #expect(other.size == larger)
        other.put("Buy milk", at: Point(0, 0))
        terminal.write(screen.show(other))
        #expect(terminal.text(ofRow: 0) == "Buy milk" && terminal.text(ofRow: 3).isEmpty)
    }

    @Test func framesAreSynchronizedIfTheTerminalSupportsIt() throws {
        let screen = Screen(try Self.capabilities("xterm-256color"), Size(20, 3))
        screen.isSynchronized = true
        _ = screen.begin()
        var canvas = screen.canvas()
        canvas.put("Buy milk", at: Point(0, 0))
        let text = String(decoding: screen.show(canvas), as: UTF8.self)
        #expect(text.hasPrefix("\u{1B}[?2026h") && text.hasSuffix("\u{1B}[?2026l"))
    }

    @Test func charactersOfUncertainWidthDoNotMoveTheTextAfterThem() throws {
        let size = Size(20, 2)
        let screen = Screen(try Self.capabilities("xterm-256color"), size)
        var terminal = TerminalModel(size)
        terminal.write(screen.begin())
        for text in ["❤️ milk", "🇩🇪 milk", "x milk"] {
            var canvas = screen.canvas()
            canvas.put(text, at: Point(0, 0))
            canvas.put("end", at: Point(15, 0))
            terminal.write(screen.show(canvas))
            #expect(terminal.cells[0][15...17].map(\.text).joined() == "end", "\(text)")
            #expect(terminal.text(ofRow: 0).contains("milk"), "\(text)")
        }
    }

    @Test func textsStayVisibleInEightColours() throws {
        var capabilities = try Self.capabilities("xterm-256color")
        capabilities.colours = .eight
        let size = Size(4, 1)
        let screen = Screen(capabilities, size)
        var terminal = TerminalModel(size)
        terminal.write(screen.begin())
        var canvas = screen.canvas()
        canvas.put("a", at: Point(0, 0), Style(foreground: .palette(8)))
        canvas.put("b", at: Point(1, 0), Style(foreground: .palette(15), background: .palette(8)))
        canvas.put("c", at: Point(2, 0), Style(foreground: .palette(8), background: .palette(7)))
        canvas.put("d", at: Point(3, 0), Style(foreground: .palette(9)))
        terminal.write(screen.show(canvas))
        let styles = terminal.cells[0].map(\.style)
        #expect(styles.map(\.foreground) == [.palette(7), .palette(7), .palette(0), .palette(1)])
        #expect(styles.map(\.background) == [.standard, .palette(0), .palette(7), .standard])
    }

    @Test func controlCharactersInALinkAreLeftOut() throws {
        let size = Size(10, 1)
        let screen = Screen(try Self.capabilities("xterm-256color"), size)
        var terminal = TerminalModel(size)
        terminal.write(screen.begin())
        var canvas = screen.canvas()
        canvas.put("here", at: Point(0, 0), Style(link: "https://a/\u{1B}\\\u{7}b c"))
        terminal.write(screen.show(canvas))
        #expect(terminal.text(ofRow: 0) == "here")
        #expect(terminal.cells[0][0].style.link == "https://a/\\bc" && terminal.cells[0][4].style.link == nil)
    }

    // MARK: Below the prompt

    @Test func aFrameBelowThePromptKeepsTheRowsAboveIt() throws {
        let size = Size(20, 6)
        var terminal = TerminalModel(size)
        terminal.write(Array("\u{1B}[H\u{1B}[2J$ one\r\n$ two\r\n".utf8))
        let screen = Screen(try Self.capabilities("xterm-256color"), Size(20, 5), mode: .inline)
        terminal.write(screen.begin())
        for number in 1...3 {
            var canvas = screen.canvas()
            for y in 0..<5 { canvas.put("frame \(number) row \(y)", at: Point(0, y)) }
            terminal.write(screen.show(canvas))
            #expect(terminal.text(ofRow: 0) == "$ two")
            #expect((0..<5).map { terminal.text(ofRow: $0 + 1) } == (0..<5).map { "frame \(number) row \($0)" })
        }
        terminal.write(screen.end(keeping: 1))
        #expect((0..<6).map(terminal.text(ofRow:)) == ["$ two", "frame 3 row 0", "", "", "", ""])
        #expect(terminal.isCursorShown && terminal.cursor == Point(0, 2))
    }
}

/// Texts at random positions, which change and scroll.
private struct RandomDrawing {
    private static let words = [
        "milk", "a", "   ", "宿題", "e\u{301}tude", "x\u{308}\u{304}y", "🙂", "한", "ｗｉｄｅ", "\u{1B}[31mred", "tab\tline\n",
    ]
    private static let colours: [Colour] = [.standard, .palette(1), .palette(12), .palette(200), .rgb(1, 22, 133)]
    private static let attributes: [Style.Attributes] = [
        [], [], .bold, .dim, .underline, .reverse, [.bold, .underline],
    ]

    private struct Part {
        var place: Point
        var text: String
        var style: Style
    }

    private let size: Size
    private var parts: [Part] = []
    private var fill = Style.plain
    private var cursor: Point?

    init(_ size: Size) { self.size = size }

    mutating func change(using generator: inout SeededGenerator) {
        for _ in 0..<Int.random(in: 0...4, using: &generator) {
            let x = Int.random(in: -4..<size.width, using: &generator)
            let y = Int.random(in: 0..<size.height, using: &generator)
            let text = (0..<3).map { _ in Self.words.randomElement(using: &generator) ?? "" }.joined()
            parts.append(Part(place: Point(x, y), text: text, style: style(using: &generator)))
        }
        switch Int.random(in: 0..<6, using: &generator) {
        case 0: parts.removeAll { $0.place.y % 2 == 0 }
        case 1, 2:
            let distance = Int.random(in: -2...2, using: &generator)
            for index in parts.indices { parts[index].place.y += distance }
        case 3: fill = style(using: &generator)
        default: break
        }
        parts = Array(parts.suffix(40))
        let x = Int.random(in: 0..<size.width, using: &generator)
        cursor = Bool.random(using: &generator) ? Point(x, Int.random(in: 0..<size.height, using: &generator)) : nil
    }

    private func style(using generator: inout SeededGenerator) -> Style {
        Style(
            foreground: Self.colours.randomElement(using: &generator) ?? .standard,
            background: Self.colours.randomElement(using: &generator) ?? .standard,
            Self.attributes.randomElement(using: &generator) ?? [])
    }

    func draw(on canvas: Canvas) -> Canvas {
        var canvas = canvas
        canvas.fill(canvas.bounds, fill)
        for part in parts { canvas.put(part.text, at: part.place, part.style) }
        canvas.cursor = cursor
        return canvas
    }
}
