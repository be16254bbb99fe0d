import CFHTerminfo

/// The control sequences of a terminal, from the terminfo database.
///
/// A sequence that the terminal lacks is empty. Delays for printing terminals are omitted.
public struct Capabilities: Sendable {
    /// The colours that a terminal shows.
    public enum Colours: Int, Comparable, Sendable {
        case none = 0
        case eight = 8
        case sixteen = 16
        case indexed = 256
        case direct = 0x1000000

        /// Returns true if the first set has fewer colours.
        public static func < (a: Colours, b: Colours) -> Bool { a.rawValue < b.rawValue }
    }

    /// The colours that can be used.
    ///
    /// With `NO_COLOR`, none.
    public var colours: Colours
    let attributes: [(attribute: Style.Attributes, start: [UInt8])]
    let reset: [UInt8]
    let clear: [UInt8]
    let eraseToEnd: [UInt8]
    let eraseBelow: [UInt8]
    let hideCursor: [UInt8]
    let showCursor: [UInt8]
    let enterFullScreen: [UInt8]
    let leaveFullScreen: [UInt8]
    /// True if the cursor can be moved to a column of its row.
    let movesToColumn: Bool
    /// True if erased cells get the current background colour.
    let erasesInColour: Bool
    /// True if the terminal can scroll some of its rows.
    let scrollsRegions: Bool
    /// True if a character in the last column doesn't move the cursor to the next row.
    let wrapsLate: Bool
    /// True if the terminal understands the extensions of xterm: links, marked pastes, mouse.
    public let isXterm: Bool

    /// Reads the capabilities of a terminal.
    ///
    /// - Parameters:
    ///   - terminal: the value of `TERM`.
    ///   - environment: returns the value of an environment variable; called with `COLORTERM` and `NO_COLOR`.
    /// - Returns: nil if `terminal` is empty, or if the cursor can't be placed by the sequence of ECMA-48. An unknown
    ///   terminal is treated as an `xterm-256color`, because new terminals are compatible with it.
    public init?(terminal: String, environment: (String) -> String?) {
        var error: Int32 = 0
        guard !terminal.isEmpty, setupterm(terminal, 1, &error) == 0 || setupterm("xterm-256color", 1, &error) == 0,
            let place = Self.text("cup")
        else { return nil }
        // Frames are written with the sequence of ECMA-48; the few terminals that use another one are not supported.
        guard place.starts(with: "\u{1B}[%i%p1%d;%p2%dH".utf8) else { return nil }
        colours = Self.colours(environment)
        let names: [(Style.Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "sitm"), (.underline, "smul"), (.reverse, "rev"),
            (.strikethrough, "smxx"),
        ]
        attributes = names.compactMap { attribute, name in Self.text(name).map { (attribute, $0) } }
        reset = Self.text("sgr0") ?? []
        clear = Self.text("clear") ?? []
        eraseToEnd = Self.text("el") ?? []
        eraseBelow = Self.text("ed") ?? []
        hideCursor = Self.text("civis") ?? []
        showCursor = Self.text("cnorm") ?? []
        enterFullScreen = Self.text("smcup") ?? []
        leaveFullScreen = Self.text("rmcup") ?? []
        movesToColumn = Self.text("hpa") != nil
        erasesInColour = tigetflag("bce") > 0
        scrollsRegions = Self.text("csr") != nil
        wrapsLate = tigetflag("xenl") > 0
        // A terminal with a mouse is assumed to ignore those sequences of xterm that it doesn't know.
        isXterm = Self.text("kmous") != nil
    }

    private static func colours(_ environment: (String) -> String?) -> Colours {
        if let plain = environment("NO_COLOR"), !plain.isEmpty { return .none }
        if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || tigetflag("RGB") > 0 { return .direct }
        switch tigetnum("colors") {
        case ..<8: return .none
        case ..<16: return .eight
        case ..<256: return .sixteen
        default: return .indexed
        }
    }

    /// Returns the bytes of a capability without its delays, such as `$<5>`; nil if the terminal lacks the capability.
    private static func text(_ name: String) -> [UInt8]? {
        guard let text = tigetstr(name), Int(bitPattern: text) != -1 else { return nil }
        let bytes = Array(UnsafeBufferPointer(start: text, count: strlen(text))).map(UInt8.init(bitPattern:))
        var kept: [UInt8] = []
        var rest = bytes[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "$"), rest.dropFirst().first == UInt8(ascii: "<"),
                let end = rest.firstIndex(of: UInt8(ascii: ">"))
            {
                rest = rest[(end + 1)...]
            } else {
                kept.append(byte)
                rest = rest.dropFirst()
            }
        }
        return kept.isEmpty ? nil : kept
    }

    private static func strlen(_ text: UnsafePointer<CChar>) -> Int {
        var count = 0
        while text[count] != 0 { count += 1 }
        return count
    }
}
