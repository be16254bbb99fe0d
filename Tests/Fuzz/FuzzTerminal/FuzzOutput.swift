import FHTerminalModel

@testable import FHTerminalScreen

/// The screen of the user interface, and a model of a terminal that receives its bytes.
///
/// Each frame is checked, and compared with the cells of the model.
final class FuzzOutput {
    /// A terminal with all colours.
    ///
    /// There is only one, because the terminfo library keeps the memory of each.
    private static let capabilities: Capabilities = {
        guard
            let capabilities = Capabilities(
                terminal: "xterm-256color", environment: { $0 == "COLORTERM" ? "truecolor" : nil })
        else { fatalError("the database has no xterm-256color") }
        return capabilities
    }()

    private let screen: Screen
    private var terminal: TerminalModel
    /// True if the terminal shows something other than the last frame.
    private(set) var isStale = true
    /// True if the terminal has received characters about whose width terminals disagree, so that its cells may differ.
    private var isUncertain = false
    /// The texts of the rows of the last frame.
    private(set) var rows: [String] = []

    init(_ size: Size, isSynchronized: Bool) {
        screen = Screen(Self.capabilities, size)
        screen.isSynchronized = isSynchronized
        terminal = TerminalModel(size)
        terminal.write(screen.begin())
    }

    var isSynchronized: Bool {
        get { screen.isSynchronized }
        set { screen.isSynchronized = newValue }
    }

    func canvas() -> Canvas { screen.canvas() }

    func write(_ bytes: [UInt8]) { terminal.write(bytes) }

    func resize(to size: Size) {
        screen.forget(size: size)
        terminal.resize(to: size)
        isStale = true
    }

    /// Leaves the terminal to another program, and takes it again.
    func suspend() {
        write(screen.end())
        screen.forget()
        write(screen.begin())
        isStale = true
    }

    /// Checks a frame, and shows it on the terminal.
    func show(_ frame: Canvas, size: Size) {
        isStale = false
        require(frame.size == size, "the frame has the size \(frame.size) and not \(size)")
        if let cursor = frame.cursor {
            require(frame.bounds.contains(cursor), "the cursor is at \(cursor) on \(size)")
        }
        for y in 0..<size.height { checkCells(frame.row(y), of: frame) }
        rows = (0..<size.height).map(frame.text(ofRow:))
        for row in rows { checkText(row) }
        let isCertain = rows.allSatisfy { $0.allSatisfy(Self.isCertain) }
        if isUncertain, isCertain { screen.forget() }
        isUncertain = !isCertain
        write(screen.show(frame))
        require(terminal.unknown.isEmpty, "unknown sequences: \(terminal.unknown)")
        if isCertain, let difference = terminal.difference(from: frame) { fatalError(difference) }
    }

    /// Checks that both halves of each wide character are there.
    private func checkCells(_ row: ArraySlice<Cell>, of frame: Canvas) {
        var isHalf = false
        for cell in row {
            require((cell.width == 0) == isHalf, "a half of a wide character is missing")
            isHalf = cell.width == 2
        }
        require(!isHalf, "a wide character is beyond the edge")
    }

    private func checkText(_ text: String) {
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
                fatalError("\(scalar.value) is in a cell: \(text)")
            default: break
            }
        }
    }

    /// Returns true if a terminal that knows no clusters gives a character the same width.
    private static func isCertain(_ character: Character) -> Bool {
        character.isASCII
            || character.unicodeScalars.reduce(0) { $0 + TextWidth.columns(of: $1) } == TextWidth.columns(of: character)
    }
}
