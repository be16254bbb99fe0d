import FHJSON

/// The colours and attributes that control sequences of a terminal have set.
struct ANSIStyle: Sendable, Equatable {
    /// A colour of a terminal.
    enum Colour: Sendable, Equatable {
        /// One of the 16 colours that a terminal's theme defines.
        case named(Int)
        case rgb(Int)

        private static let names: [StaticString] = [
            "black", "red", "green", "yellow", "blue", "magenta", "cyan", "white", "brightBlack", "brightRed",
            "brightGreen", "brightYellow", "brightBlue", "brightMagenta", "brightCyan", "brightWhite",
        ]
        private static let digits = Array("0123456789abcdef".utf8)

        /// The name, or `#rrggbb`.
        var text: String {
            switch self {
            case .named(let number): return "\(Self.names[number])"
            case .rgb(let value):
                let bytes = (0..<6).map { Self.digits[value >> (20 - 4 * $0) & 15] }
                return "#" + String(decoding: bytes, as: UTF8.self)
            }
        }

        /// The colour with a number of the palette of 256 colours; nil for any other number.
        static func palette(_ number: Int) -> Colour? {
            switch number {
            case 0..<16: return .named(number)
            case 16..<232:
                let levels = [0, 95, 135, 175, 215, 255]
                let place = number - 16
                return .rgb(levels[place / 36] << 16 | levels[place / 6 % 6] << 8 | levels[place % 6])
            case 232..<256: return .rgb((8 + 10 * (number - 232)) * 0x010101)
            default: return nil
            }
        }
    }

    /// The attributes, in the order of their numbers in a control sequence.
    struct Attributes: OptionSet, Sendable {
        let rawValue: Int
        static let bold = Attributes(rawValue: 1)
        static let dim = Attributes(rawValue: 2)
        static let italic = Attributes(rawValue: 4)
        static let underline = Attributes(rawValue: 8)
        static let reverse = Attributes(rawValue: 16)
        static let strike = Attributes(rawValue: 32)

        private static let names: [(Attributes, String)] = [
            (.bold, "bold"), (.dim, "dim"), (.italic, "italic"), (.underline, "underline"), (.reverse, "reverse"),
            (.strike, "strike"),
        ]

        var names: [String] { Self.names.filter { contains($0.0) }.map(\.1) }
    }

    var colour: Colour?
    var background: Colour?
    var attributes: Attributes = []

    var isPlain: Bool { self == ANSIStyle() }

    /// Applies the parameters of a sequence `SGR` (ECMA-48).
    mutating func apply(_ parameters: [Int]) {
        var rest = parameters.isEmpty ? [0] : parameters[...]
        while let code = rest.popFirst() {
            switch code {
            case 0: self = ANSIStyle()
            case 1: attributes.insert(.bold)
            case 2: attributes.insert(.dim)
            case 3: attributes.insert(.italic)
            case 4: attributes.insert(.underline)
            case 7: attributes.insert(.reverse)
            case 9: attributes.insert(.strike)
            case 22: attributes.subtract([.bold, .dim])
            case 23: attributes.remove(.italic)
            case 24: attributes.remove(.underline)
            case 27: attributes.remove(.reverse)
            case 29: attributes.remove(.strike)
            case 30...37: colour = .named(code - 30)
            case 38: colour = Self.longColour(&rest) ?? colour
            case 39: colour = nil
            case 40...47: background = .named(code - 40)
            case 48: background = Self.longColour(&rest) ?? background
            case 49: background = nil
            case 90...97: colour = .named(code - 90 + 8)
            case 100...107: background = .named(code - 100 + 8)
            default: break
            }
        }
    }

    /// Reads the parameters of a colour of the palette, or of red, green and blue.
    private static func longColour(_ rest: inout ArraySlice<Int>) -> Colour? {
        switch rest.popFirst() {
        case 5: return rest.popFirst().flatMap { Colour.palette($0) }
        case 2:
            guard rest.count >= 3 else {
                rest = []
                return nil
            }
            let parts = rest.prefix(3)
            rest = rest.dropFirst(3)
            return parts.allSatisfy { (0...255).contains($0) } ? .rgb(parts.reduce(0) { $0 << 8 | $1 }) : nil
        default: return nil
        }
    }

    /// Writes the members `color`, `background` and `attributes` of a span.
    func write(to json: inout JSONWriter) {
        if let colour { json.field("color", colour.text) }
        if let background { json.field("background", background.text) }
        if !attributes.isEmpty { json.field("attributes", attributes.names) }
    }
}
