public import FHTerminalScreen

/// A small model of a terminal: its cells, its cursor and its style, after the bytes that it has received.
///
/// It knows the sequences of `xterm` that a screen needs, and records every other one in ``unknown``.
public struct TerminalModel {
    /// A cell of the screen.
    ///
    /// The second cell of a wide character has an empty text.
    public struct Cell: Equatable {
        /// The character; a blank for an erased cell.
        public var text = " "
        /// The style.
        public var style = Style.plain
    }

    /// The number of columns and rows.
    public private(set) var size: Size
    /// The cells, by row and column.
    public private(set) var cells: [[Cell]]
    /// The place of the cursor.
    public private(set) var cursor = Point(0, 0)
    /// False after the sequence that hides the cursor.
    public private(set) var isCursorShown = true
    /// Sequences that the model does not know.
    public private(set) var unknown: [String] = []
    private var style = Style.plain
    private var region: Range<Int>
    /// True if the next character begins a new row, because the last column was written.
    private var isWrapping = false
    /// The first bytes of a sequence whose end is missing.
    private var rest: [UInt8] = []

    /// Makes a terminal whose cells contain `#`, so that a test fails if a screen expects blank cells.
    public init(_ size: Size) {
        self.size = size
        cells = Self.cells(of: size)
        region = 0..<size.height
    }

    private static func cells(of size: Size) -> [[Cell]] {
        Array(repeating: Array(repeating: Cell(text: "#"), count: size.width), count: size.height)
    }

    /// Changes the size, as a user does; afterwards each cell contains `#`.
    public mutating func resize(to size: Size) {
        self.size = size
        cells = Self.cells(of: size)
        region = 0..<size.height
        cursor = Point(min(cursor.x, max(0, size.width - 1)), min(cursor.y, max(0, size.height - 1)))
        isWrapping = false
    }

    /// The text of a row, without the blanks at its end.
    public func text(ofRow y: Int) -> String {
        var text = cells[y].map(\.text).joined()
        while text.last == " " { text.removeLast() }
        return text
    }

    // MARK: Bytes

    /// Receives bytes; a sequence may arrive in pieces.
    public mutating func write(_ bytes: [UInt8]) {
        var left = (rest + bytes)[...]
        rest = []
        while let first = left.first {
            let length: Int
            switch first {
            case 0x1B: length = escape(left)
            case 0x08: length = control { $0.cursor.x = max(0, $0.cursor.x - 1) }
            case 0x0A: length = control { $0.lineFeed() }
            case 0x0E, 0x0F: length = 1
            case 0x0D: length = control { $0.cursor.x = 0 }
            default: length = text(left)
            }
            if length == 0 {
                rest = Array(left)
                return
            }
            left = left.dropFirst(length)
        }
    }

    private mutating func control(_ change: (inout TerminalModel) -> Void) -> Int {
        isWrapping = false
        change(&self)
        return 1
    }

    private mutating func text(_ bytes: ArraySlice<UInt8>) -> Int {
        let run = bytes.prefix { $0 >= 0x20 && $0 != 0x7F }
        for scalar in String(decoding: run, as: UTF8.self).unicodeScalars { put(scalar) }
        if run.isEmpty { unknown.append("byte \(bytes.first ?? 0)") }
        return max(1, run.count)
    }

    /// Returns the length of a sequence; 0 if its end is missing.
    private mutating func escape(_ bytes: ArraySlice<UInt8>) -> Int {
        guard let second = bytes.dropFirst().first else { return 0 }
        switch Character(Unicode.Scalar(second)) {
        case "[":
            guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else { return 0 }
            let parameters = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
            isWrapping = false
            sequence(parameters, Character(Unicode.Scalar(bytes[end])))
            return end - bytes.startIndex + 1
        case "]":
            guard let end = bytes.dropFirst(2).firstIndex(of: 0x1B), bytes.index(after: end) < bytes.endIndex else {
                return 0
            }
            let text = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
            if text.hasPrefix("8;;") { style.link = text.count > 3 ? String(text.dropFirst(3)) : nil }
            return end - bytes.startIndex + 2
        case "(": return bytes.count < 3 ? 0 : 3
        case "M":
            isWrapping = false
            if cursor.y == region.lowerBound { scroll(down: true) } else { cursor.y = max(0, cursor.y - 1) }
            return 2
        case "=", ">", "7", "8": return 2
        default:
            unknown.append("ESC \(Character(Unicode.Scalar(second)))")
            return 2
        }
    }

    private mutating func sequence(_ parameters: String, _ final: Character) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        let first = max(1, numbers.first ?? 1)
        switch final {
        case "H":
            let column = numbers.count > 1 ? max(1, numbers[1]) : 1
            cursor = Point(min(column, size.width) - 1, min(first, size.height) - 1)
        case "A": cursor.y = max(0, cursor.y - first)
        case "B": cursor.y = min(size.height - 1, cursor.y + first)
        case "C": cursor.x = min(size.width - 1, cursor.x + first)
        case "D": cursor.x = max(0, cursor.x - first)
        case "G": cursor.x = min(size.width, first) - 1
        case "K" where parameters.isEmpty: erase(row: cursor.y, from: cursor.x)
        case "J" where parameters.isEmpty || parameters == "0":
            erase(row: cursor.y, from: cursor.x)
            for y in (cursor.y + 1)..<max(cursor.y + 1, size.height) { erase(row: y, from: 0) }
        case "J": for y in 0..<size.height { erase(row: y, from: 0) }
        case "r":
            region = parameters.isEmpty ? 0..<size.height : (first - 1)..<(numbers.count > 1 ? numbers[1] : size.height)
            cursor = Point(0, 0)
        case "m": setStyle(numbers)
        case "h" where parameters == "?25": isCursorShown = true
        case "l" where parameters == "?25": isCursorShown = false
        case "h", "l", "t": break
        default: unknown.append("CSI \(parameters)\(final)")
        }
    }

    // MARK: Cells

    private mutating func put(_ scalar: Unicode.Scalar) {
        let width = TextWidth.columns(of: scalar)
        if width == 0 {
            // A scalar without width joins the character before the cursor.
            var x = isWrapping ? cursor.x : cursor.x - 1
            while x > 0, cells[cursor.y][x].text.isEmpty { x -= 1 }
            if x >= 0 { cells[cursor.y][x].text.unicodeScalars.append(scalar) }
            return
        }
        if isWrapping || cursor.x + width > size.width {
            cursor.x = 0
            lineFeed()
            isWrapping = false
        }
        for x in cursor.x..<min(size.width, cursor.x + width) { clearHalves(x) }
        cells[cursor.y][cursor.x] = Cell(text: String(Character(scalar)), style: style)
        if width == 2, cursor.x + 1 < size.width { cells[cursor.y][cursor.x + 1] = Cell(text: "", style: style) }
        isWrapping = cursor.x + width >= size.width
        cursor.x = min(size.width - 1, cursor.x + width)
    }

    /// Replaces the other half of an overwritten wide character by a blank.
    private mutating func clearHalves(_ x: Int) {
        if cells[cursor.y][x].text.isEmpty, x > 0 { cells[cursor.y][x - 1].text = " " }
        if x + 1 < size.width, cells[cursor.y][x + 1].text.isEmpty { cells[cursor.y][x + 1].text = " " }
    }

    private mutating func erase(row: Int, from x: Int) {
        if x > 0, cells[row][x].text.isEmpty { cells[row][x - 1].text = " " }
        for x in x..<size.width { cells[row][x] = Cell(style: Style(background: style.background)) }
    }

    private mutating func lineFeed() {
        if cursor.y == region.upperBound - 1 { return scroll(down: false) }
        cursor.y = min(size.height - 1, cursor.y + 1)
    }

    private mutating func scroll(down: Bool) {
        let blank = Array(repeating: Cell(style: Style(background: style.background)), count: size.width)
        cells.remove(at: down ? region.upperBound - 1 : region.lowerBound)
        cells.insert(blank, at: down ? region.lowerBound : region.upperBound - 1)
    }

    // MARK: Styles

    private mutating func setStyle(_ numbers: [Int]) {
        var left = (numbers.isEmpty ? [0] : numbers)[...]
        while let number = left.popFirst() {
            switch number {
            case 0: style = Style(link: style.link)
            case 1...4, 7, 9: style.attributes.formUnion(Self.attribute(number))
            case 30...37: style.foreground = .palette(UInt8(number - 30))
            case 38: style.foreground = Self.colour(&left)
            case 39: style.foreground = .standard
            case 40...47: style.background = .palette(UInt8(number - 40))
            case 48: style.background = Self.colour(&left)
            case 49: style.background = .standard
            case 90...97: style.foreground = .palette(UInt8(number - 82))
            case 100...107: style.background = .palette(UInt8(number - 92))
            default: unknown.append("SGR \(number)")
            }
        }
    }

    private static func attribute(_ number: Int) -> Style.Attributes {
        switch number {
        case 1: .bold
        case 2: .dim
        case 3: .italic
        case 4: .underline
        case 7: .reverse
        default: .strikethrough
        }
    }

    private static func colour(_ left: inout ArraySlice<Int>) -> Colour {
        guard left.popFirst() == 2 else { return .palette(UInt8(left.popFirst() ?? 0)) }
        let parts = (0..<3).map { _ in UInt8(left.popFirst() ?? 0) }
        return .rgb(parts[0], parts[1], parts[2])
    }
}
